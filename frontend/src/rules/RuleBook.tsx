// A workflow's rules in their order: the first that holds for a row decides it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useMeta } from "../api/queries.ts";
import type { Rules, WorkflowMeta, WrittenRule } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { useUrl } from "../text/url.ts";
import { Answer, Refusal } from "../ui/Answer.tsx";
import { Icon } from "../ui/Icon.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { RuleCard } from "./RuleCard.tsx";
import { RuleEditor } from "./RuleEditor.tsx";
import { firstRuled, StageChoice } from "./StageChoice.tsx";
import { changeRules, EMPTY, RULES, written } from "./written.ts";

export function RuleBook() {
  const { workflows } = useMeta();
  const [address, change] = useUrl();
  const refusal = useRefusal("curator");
  // They decide while somebody looks on.
  const rules = useQuery({ ...RULES, refetchInterval: 5_000 });
  const workflow = workflows.find(({ name }) => name === address.get("workflow")) ?? firstRuled(workflows, rules.data);
  if (!workflow) return null;
  return (
    <>
      <Refusal reason={refusal} />
      <StageChoice
        stages={workflows}
        chosen={workflow}
        ruled={rules.data}
        onChoose={(name) => change({ workflow: name })}
      />
      <Answer query={rules} what="the rules">
        {(answer) => <Book key={workflow.name} workflow={workflow} rules={answer} refusal={refusal} />}
      </Answer>
    </>
  );
}

interface BookProps {
  workflow: WorkflowMeta;
  rules: Rules;
  refusal: string | null;
}

interface Edited {
  before: string | null;
  draft: WrittenRule;
}

function Book({ workflow, rules, refusal }: BookProps) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<Edited | null>(null);
  const items = rules.items.filter((each) => each.workflow === workflow.name);
  const forOrigins = rules.for_origins.filter((each) => each.workflow === workflow.name);
  const usual = (rules.defaults[workflow.name] ?? []).map(written);
  const change = async (make: (rules: WrittenRule[]) => WrittenRule[], words: string) => {
    try {
      await changeRules(client, rules.items, workflow.name, make);
      toast(words);
    } catch (error) {
      problem(inWords(error));
    }
  };
  return (
    <>
      {items.length === 0 && (
        <p className="quiet">
          No rule decides about all of {workflow.title};{" "}
          {forOrigins.length > 0 ? "only these, each about what comes of one search:" : "every row waits for a person."}
        </p>
      )}
      {forOrigins.length > 0 && (
        <ul aria-label={`Searches that go on by themselves in ${workflow.title}`}>
          {forOrigins.map(({ name, for_origin, changed_by, action }) => (
            <li key={name}>
              <Link href={`/follow/${for_origin}`} className="foreign">
                {shown(name, 120)}
              </Link>{" "}
              <span className="quiet">
                {action === "skip" ? "skips what is closed of it" : "queues all that comes of it"}, by{" "}
                {shown(changed_by, 40)}; it can be stopped there
              </span>
            </li>
          ))}
        </ul>
      )}
      <ol className="rule-list" aria-label={`Rules of ${workflow.title}`}>
        {items.map((rule, at) => (
          <RuleCard
            key={rule.id}
            rule={rule}
            refusal={refusal}
            onEdit={() => setEdited({ before: rule.name, draft: written(rule.written) })}
            onEarlier={
              at === 0
                ? null
                : () => void change((all) => earlier(all, rule.name), `${rule.name} is asked earlier now.`)
            }
            onRemove={() =>
              void change(
                (all) => all.filter(({ name }) => name !== rule.name),
                `${rule.name} is removed. What it decided stays.`,
              )
            }
          />
        ))}
      </ol>
      {edited ? (
        <RuleEditor
          key={edited.before ?? ""}
          workflow={workflow}
          rules={rules}
          before={edited.before}
          start={edited.draft}
          onDone={() => setEdited(null)}
        />
      ) : (
        <div className="rule-buttons">
          <button
            type="button"
            className="button primary"
            disabled={refusal !== null}
            onClick={() => setEdited({ before: null, draft: EMPTY })}
          >
            <Icon name="plus" />
            New rule
          </button>
          {items.length === 0 && usual[0] && (
            <button
              type="button"
              className="button"
              disabled={refusal !== null}
              onClick={() => setEdited({ before: null, draft: usual[0] ?? EMPTY })}
            >
              Begin with the usual one
            </button>
          )}
        </div>
      )}
    </>
  );
}

function earlier(rules: WrittenRule[], name: string): WrittenRule[] {
  const at = rules.findIndex((each) => each.name === name);
  const [one, other] = [rules[at - 1], rules[at]];
  return one && other ? rules.with(at - 1, other).with(at, one) : rules;
}
