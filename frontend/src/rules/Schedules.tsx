// Searches that are run again by themselves, and what each time brought.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { get, put, remove } from "../api/client.ts";
import { useMeta, useOrigins } from "../api/queries.ts";
import { labelAmong } from "../grid/OriginChoice.tsx";
import { firstWorkflow } from "../search/firstWorkflow.ts";
import { useRefusal } from "../shell/refusal.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { absolute } from "../text/time.ts";
import { inWords } from "../text/trouble.ts";
import { Answer, Refusal } from "../ui/Answer.tsx";
import { Moment } from "../ui/Moment.tsx";
import { problem } from "../ui/Toasts.tsx";

interface Search {
  id: string;
  origin: string;
  label: string;
}

/** The searches there are, by their words. */
function useSearches(): Search[] {
  const meta = useMeta();
  const origins = useOrigins(firstWorkflow(meta)?.next[0] ?? firstWorkflow(meta)?.name ?? "");
  return (origins.data?.items ?? [])
    .filter(({ is_list }) => !is_list)
    .map((each, _, all) => ({
      id: each.origin.split(":")[1] ?? "",
      origin: each.origin,
      label: labelAmong(each, all),
    }));
}

export function Schedules() {
  const client = useQueryClient();
  const refusal = useRefusal("curator");
  const searches = useSearches();
  const schedules = useQuery({ queryKey: ["schedules"], queryFn: ({ signal }) => get("/schedules", {}, signal) });
  const refresh = () => void client.invalidateQueries({ queryKey: ["schedules"] });
  const stop = async (id: string) => {
    await remove(`/schedules/${id}`).catch((error: unknown) => problem(inWords(error)));
    refresh();
  };
  return (
    <>
      <Refusal reason={refusal} />
      <section className="card rule-part" aria-labelledby="repeated">
        <h2 id="repeated">Repeated searches</h2>
        <NewSchedule searches={searches} refusal={refusal} onDone={refresh} />
        <Answer query={schedules} what="the schedules">
          {(items) =>
            items.length === 0 ? (
              <p className="quiet">No search is repeated.</p>
            ) : (
              <ul className="schedule-list">
                {items.map((each) => (
                  <li key={each.search_id}>
                    <SearchName id={each.search_id} searches={searches} />
                    <span>every {plural(each.every_days, "day")}</span>
                    <span className="quiet">
                      {each.began_at ? "under way now" : `next on ${absolute(each.next_at)}`}, by{" "}
                      {shown(each.made_by, 40)}
                    </span>
                    <button
                      type="button"
                      className="button"
                      disabled={refusal !== null}
                      onClick={() => void stop(each.search_id)}
                    >
                      Repeat no more
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      </section>
      <Reports searches={searches} />
    </>
  );
}

function SearchName({ id, searches }: { id: string; searches: readonly Search[] }) {
  const known = searches.find((each) => each.id === id);
  if (!known) return <b>a search</b>;
  return (
    <Link href={`/follow/${known.origin}`} className="foreign">
      {shown(known.label, 120)}
    </Link>
  );
}

interface NewScheduleProps {
  searches: readonly Search[];
  refusal: string | null;
  onDone: () => void;
}

function NewSchedule({ searches, refusal, onDone }: NewScheduleProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [days, setDays] = useState(7);
  const id = chosen ?? searches[0]?.id;
  if (id === undefined) return <p className="quiet">Once there is a search, it can be repeated.</p>;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await put(`/schedules/${id}`, { every_days: days, first_at: null }).catch((error: unknown) =>
      problem(inWords(error)),
    );
    onDone();
  };
  return (
    <form className="rule-form" onSubmit={(event) => void submit(event)}>
      <label className="rule-wide">
        Search
        <select value={id} onChange={(event) => setChosen(event.target.value)}>
          {searches.map((each) => (
            <option key={each.id} value={each.id}>
              {shown(each.label, 120)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Every so many days
        <input type="number" min={1} max={366} value={days} onChange={(event) => setDays(Number(event.target.value))} />
      </label>
      <button type="submit" className="button primary" disabled={refusal !== null}>
        Repeat it
      </button>
    </form>
  );
}

function Reports({ searches }: { searches: readonly Search[] }) {
  const reports = useQuery({
    queryKey: ["schedules", "reports"],
    queryFn: ({ signal }) => get("/schedules/reports", {}, signal),
  });
  if (!reports.data?.length) return null;
  return (
    <section className="card rule-part" aria-labelledby="reports">
      <h2 id="reports">What they brought</h2>
      <ul className="schedule-list">
        {reports.data.map((each) => (
          <li key={each.id}>
            <SearchName id={each.search_id} searches={searches} />
            <span>{shown(each.words, 200)}</span>
            <Moment at={each.until} />
          </li>
        ))}
      </ul>
    </section>
  );
}
