// A rule is written, checked while it is typed, tried out, and only then put to work.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { post } from "../api/client.ts";
import type { Rules, WorkflowMeta, WrittenRule } from "../api/types.ts";
import { inWords } from "../text/trouble.ts";
import { useSettled } from "../text/useSettled.ts";
import { Choice } from "../ui/Choice.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { FieldHelp } from "./FieldHelp.tsx";
import { Place } from "./Place.tsx";
import { Preview } from "./Preview.tsx";
import { bookOf, changeRules, withDraft } from "./written.ts";

const ACTIONS = [
  ["queue", "Queue"],
  ["skip", "Skip"],
] as const;
const lines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

interface RuleEditorProps {
  workflow: WorkflowMeta;
  rules: Rules;
  before: string | null;
  start: WrittenRule;
  onDone: () => void;
}

export function RuleEditor({ workflow, rules, before, start, onDone }: RuleEditorProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(start);
  const set = (change: Partial<WrittenRule>) => setDraft({ ...draft, ...change });
  const named = { ...draft, name: draft.name.trim() || "New rule" };
  const tried = useTrial(workflow.name, withDraft(bookOf(rules.items)[workflow.name] ?? [], before, named));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const said = await changeRules(client, workflow.name, (all) => withDraft(all, before, named));
      toast(said.join(" ") || "The rule stays as it was.");
      onDone();
    } catch (error) {
      problem(inWords(error));
    }
  };
  const preview = tried.data?.find(({ name }) => name === named.name);
  return (
    <section className="card rule-editor" aria-label={before === null ? "New rule" : `Change ${before}`}>
      <form className="rule-form" onSubmit={(event) => void submit(event)}>
        <label>
          Name
          <input
            value={draft.name}
            required
            maxLength={80}
            autoFocus
            onChange={(event) => set({ name: event.target.value })}
          />
        </label>
        <Choice label="What it does" options={ACTIONS} value={draft.action} onChange={(action) => set({ action })} />
        <label className="rule-wide">
          Rows for which
          <textarea
            rows={3}
            value={draft.when}
            spellCheck={false}
            placeholder={'score > 50 and not domain.parked\nname ~ "dental" or rating >= 4.5'}
            aria-invalid={tried.error !== null}
            onChange={(event) => set({ when: event.target.value })}
          />
        </label>
        <FieldHelp
          fields={rules.fields[workflow.name] ?? []}
          onPick={(name) => set({ when: draft.when.trim() ? `${draft.when.trimEnd()} and ${name} ` : `${name} ` })}
        />
        <label>
          At most
          <input
            type="number"
            min={1}
            value={draft.at_most ?? ""}
            onChange={(event) => set({ at_most: event.target.value ? Number(event.target.value) : null })}
          />
        </label>
        <label>
          for each
          <select value={draft.per ?? ""} onChange={(event) => set({ per: event.target.value || null })}>
            <option value="">—</option>
            {rules.groups[workflow.name]?.map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
            ))}
          </select>
        </label>
        <label className="rule-wide">
          Which of them first, one field or condition per line
          <textarea
            rows={2}
            value={draft.first.join("\n")}
            spellCheck={false}
            placeholder="-score"
            onChange={(event) => set({ first: event.target.value.split("\n") })}
            onBlur={(event) => set({ first: lines(event.target.value) })}
          />
        </label>
        <div className="rule-buttons">
          <button type="submit" className="button primary" disabled={tried.error !== null || tried.isFetching}>
            {before === null ? "Put it to work" : "Replace it"}
          </button>
          <button type="button" className="button" onClick={onDone}>
            Cancel
          </button>
        </div>
      </form>
      {tried.error ? <Place error={tried.error} rule={named} /> : preview && <Preview preview={preview} />}
    </section>
  );
}

/** The server reads the rules and says what they would do; nothing changes. */
function useTrial(workflow: string, wanted: readonly WrittenRule[]) {
  const written = wanted.map((rule) => ({ ...rule, first: rule.first.filter((each) => each.trim() !== "") }));
  const settled = useSettled(JSON.stringify(written), 400);
  const now = JSON.stringify(written);
  const query = useQuery({
    queryKey: ["rule-preview", workflow, settled],
    queryFn: ({ signal }) => post("/rules/preview", { rules: { [workflow]: written } }, { signal }),
    enabled: settled === now,
    retry: false,
  });
  return { ...query, isFetching: query.isFetching || settled !== now };
}
