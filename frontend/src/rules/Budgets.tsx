// What may be spent at paid sources, and what was; a request that would go over is not sent.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { get, put } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { Budget, BudgetUse, Limit } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { amount, cost, number } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { Answer, Refusal } from "../ui/Answer.tsx";
import { problem } from "../ui/Toasts.tsx";

const isSame = (one: Budget, other: Budget) => one.source === other.source && one.per === other.per;
const asked = ({ source, per, most_micros, most_calls }: Budget): Budget => ({ source, per, most_micros, most_calls });

const atMost = ({ title, most_per_day, unit }: Limit): string =>
  `${amount(most_per_day ?? 0, unit)} a day at ${shown(title, 60)}`;

export function Budgets() {
  const client = useQueryClient();
  const refusal = useRefusal("admin");
  const budgets = useQuery({ queryKey: ["budgets"], queryFn: ({ signal }) => get("/budgets", {}, signal) });
  const limits = useQuery({ queryKey: ["limits"], queryFn: ({ signal }) => get("/limits", {}, signal), retry: false });
  const capped = limits.data?.items.filter(({ most_per_day }) => most_per_day !== null) ?? [];
  const change = async (make: (before: Budget[]) => Budget[]) => {
    const before = (budgets.data ?? []).map(asked);
    try {
      client.setQueryData(["budgets"], await put("/budgets", { budgets: make(before), before }));
    } catch (error) {
      problem(inWords(error));
      void client.invalidateQueries({ queryKey: ["budgets"] });
    }
  };
  return (
    <>
      <Refusal reason={refusal} />
      <section className="card rule-part" aria-labelledby="budgets">
        <h2 id="budgets">Budgets</h2>
        <NewBudget
          refusal={refusal}
          onAdd={(wanted) => void change((all) => [...all.filter((each) => !isSame(each, wanted)), wanted])}
        />
        <Answer query={budgets} what="the budgets">
          {(items) =>
            items.length === 0 ? (
              <p className="quiet">
                No budget is set: nothing bounds what is spent
                {capped.length > 0 && <>, but {capped.map(atMost).join(" and ")}</>}.
              </p>
            ) : (
              <ul className="schedule-list">
                {items.map((each) => (
                  <li key={`${each.source} ${each.per}`}>
                    <Words budget={each} />
                    <button
                      type="button"
                      className="button"
                      disabled={refusal !== null}
                      onClick={() => void change((all) => all.filter((other) => !isSame(each, other)))}
                    >
                      Remove
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      </section>
    </>
  );
}

function Words({ budget }: { budget: BudgetUse }) {
  const { source, per, most_micros, most_calls, used_micros, used_calls } = budget;
  const bounds = [most_micros !== null && cost(most_micros), most_calls !== null && `${number(most_calls)} requests`];
  return (
    <>
      <b>{source === null ? "All sources together" : shown(source, 60)}</b>
      <span>
        {bounds.filter(Boolean).join(" and ")} a {per}
      </span>
      {used_micros !== null && used_calls !== null && (
        <span className="quiet">
          used {cost(used_micros)}, {number(used_calls)} requests
        </span>
      )}
    </>
  );
}

function NewBudget({ refusal, onAdd }: { refusal: string | null; onAdd: (budget: Budget) => void }) {
  const { sources } = useMeta();
  const [source, setSource] = useState("");
  const [per, setPer] = useState<Budget["per"]>("month");
  const [dollars, setDollars] = useState("");
  const [calls, setCalls] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd({
      source: source || null,
      per,
      most_micros: dollars ? Math.round(Number(dollars) * 1_000_000) : null,
      most_calls: calls ? Number(calls) : null,
    });
  };
  return (
    <form className="rule-form" onSubmit={submit}>
      <label>
        Source
        <select value={source} onChange={(event) => setSource(event.target.value)}>
          <option value="">all together</option>
          {sources.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        For each
        <select value={per} onChange={(event) => setPer(event.target.value === "search" ? "search" : "month")}>
          <option value="month">month</option>
          <option value="search">search</option>
        </select>
      </label>
      <label>
        Dollars
        <input type="number" min={0} step="0.01" value={dollars} onChange={(event) => setDollars(event.target.value)} />
      </label>
      <label>
        Requests
        <input type="number" min={0} value={calls} onChange={(event) => setCalls(event.target.value)} />
      </label>
      <button type="submit" className="button primary" disabled={refusal !== null || !(dollars || calls)}>
        Set the budget
      </button>
    </form>
  );
}
