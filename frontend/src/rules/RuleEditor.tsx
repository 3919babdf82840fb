// A rule is written, checked while it is typed, tried out, and only then put to work.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import { post } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import { verbOf } from "../api/sending.ts";
import type { Rules, WorkflowMeta, WrittenRule } from "../api/types.ts";
import { seenValues } from "../grid/counts.ts";
import { useFacets } from "../grid/useFacets.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { useSettled } from "../text/useSettled.ts";
import { Choice } from "../ui/Choice.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { ConditionField } from "./ConditionField.tsx";
import { exampleOf } from "./conditions.ts";
import { FieldHelp } from "./FieldHelp.tsx";
import { Limits } from "./Limits.tsx";
import { Place } from "./Place.tsx";
import { Preview } from "./Preview.tsx";
import { tidied } from "./tidied.ts";
import { ruleSentence } from "./words.ts";
import { bookOf, changeRules, EMPTY, RULES, withDraft, written } from "./written.ts";

const EVERY_ROW = { states: [], search: "", origin: null };
const actionsOf = (workflow: WorkflowMeta) =>
  [
    ["queue", `${verbOf("Queued", workflow)} them`],
    ["skip", `${verbOf("Skipped", workflow)} them`],
  ] as const;

interface RuleEditorProps {
  workflow: WorkflowMeta;
  rules: Rules;
  before: string | null;
  start: WrittenRule;
  onDone: () => void;
}

export function RuleEditor({ workflow, rules, before, start, onDone }: RuleEditorProps) {
  const client = useQueryClient();
  const { workflows } = useMeta();
  const [draft, setDraft] = useState(start);
  const [read, setRead] = useState(rules.items);
  const [isEvery, setEvery] = useState(start !== EMPTY && start.when.trim() === "");
  const fields = rules.fields[workflow.name] ?? [];
  const example = exampleOf(rules.defaults[workflow.name]?.map(written) ?? [], fields);
  const facets = useFacets(workflow, EVERY_ROW, true);
  const seen = useMemo(() => seenValues(facets.data), [facets.data]);
  const isUnsaid = draft.when.trim() === "" && !isEvery;
  const set = (change: Partial<WrittenRule>) => setDraft({ ...draft, ...change });
  const named = { ...draft, when: tidied(draft.when, fields), name: draft.name.trim() || "New rule" };
  const tried = useTrial(workflow.name, named.name, withDraft(bookOf(rules.items)[workflow.name] ?? [], before, named));
  const preview = tried.data?.find(({ name }) => name === named.name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const said = await changeRules(client, read, workflow.name, (all) => withDraft(all, before, named));
      toast(said.length === 0 ? `${named.name} stays as it was.` : `${named.name} is at work. ${preview?.words ?? ""}`);
      onDone();
    } catch (error) {
      problem(inWords(error));
      setRead((await client.fetchQuery(RULES)).items);
    }
  };
  return (
    <section className="card rule-editor" aria-label={before === null ? "New rule" : `Change ${before}`}>
      <form className="rule-form" onSubmit={(event) => void submit(event)}>
        <p className="rule-wide rule-sentence foreign" role="note">
          {isUnsaid
            ? "Say which rows this rule takes; what it will do is told here."
            : tried.error
              ? "The condition cannot be read yet; what the rule will do is told here when it can."
              : shown(ruleSentence(draft, workflow, fields, workflows), 900)}
        </p>
        <label>
          Name of the rule
          <input
            value={draft.name}
            required
            maxLength={80}
            autoFocus
            onChange={(event) => set({ name: event.target.value })}
          />
        </label>
        <Choice
          label="What it does with rows"
          options={actionsOf(workflow)}
          value={draft.action}
          onChange={(action) => set({ action })}
        />
        <ConditionField
          value={draft.when}
          example={example}
          fields={fields}
          seen={seen}
          isWrong={tried.error !== null}
          onChange={(when) => set({ when })}
        />
        {draft.when.trim() === "" && (
          <label className="rule-wide rule-every">
            <input type="checkbox" checked={isEvery} onChange={(event) => setEvery(event.target.checked)} />
            Every row of {workflow.title}, without a condition
          </label>
        )}
        {tried.error && <Place error={tried.error} rule={named} />}
        <FieldHelp
          fields={fields}
          example={example}
          onExample={draft.when.trim() ? null : () => set({ when: example })}
          onPick={(name) => set({ when: draft.when.trim() ? `${draft.when.trimEnd()} and ${name} ` : `${name} ` })}
        />
        <Limits rules={rules} workflow={workflow} workflows={workflows} draft={draft} set={set} />
        <div className="rule-buttons">
          <button
            type="submit"
            className="button primary"
            disabled={isUnsaid || tried.error !== null || tried.isFetching}
          >
            {before === null ? "Put it to work" : "Replace it"}
          </button>
          <button type="button" className="button" onClick={onDone}>
            Cancel
          </button>
          {isUnsaid && <span className="quiet">Say which rows first, or choose every row.</span>}
        </div>
      </form>
      {!isUnsaid && !tried.error && preview && <Preview preview={preview} />}
    </section>
  );
}

/** The server reads the rules and says what they would do; nothing changes. */
function useTrial(workflow: string, name: string, wanted: readonly WrittenRule[]) {
  const written = wanted.map((rule) => ({ ...rule, first: rule.first.filter((each) => each.trim() !== "") }));
  const settled = useSettled(JSON.stringify(written), 400);
  const now = JSON.stringify(written);
  const query = useQuery({
    queryKey: ["rule-preview", workflow, name, settled],
    queryFn: ({ signal }) => post("/rules/preview", { rules: { [workflow]: written }, only: name }, { signal }),
    enabled: settled === now,
    retry: false,
  });
  return { ...query, isFetching: query.isFetching || settled !== now };
}
