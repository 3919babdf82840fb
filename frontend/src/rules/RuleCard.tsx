// One rule: what it says, what it did, and how it is paused or undone.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../api/client.ts";
import type { Rule } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { inWords } from "../text/trouble.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { Moment } from "../ui/Moment.tsx";
import { Question } from "../ui/Question.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { UndoQuestion } from "./UndoQuestion.tsx";
import { written } from "./written.ts";

interface RuleCardProps {
  rule: Rule;
  refusal: string | null;
  onEdit: () => void;
  onEarlier: (() => void) | null;
  onRemove: () => void;
}

export function RuleCard({ rule, refusal, onEdit, onEarlier, onRemove }: RuleCardProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<"undo" | "remove" | null>(null);
  const { action, when, at_most, per } = written(rule.written);
  const ask = async (question: Promise<{ message?: string }>, said: string) => {
    await question.then(
      ({ message }) => toast(message ?? said),
      (error: unknown) => problem(inWords(error)),
    );
    for (const key of ["rules", "list", "overview"]) void client.invalidateQueries({ queryKey: [key] });
  };
  const name = shown(rule.name, 80);
  const isOff = refusal !== null;
  return (
    <li className={`card rule ${rule.suspended === null ? "" : "rule-rests"}`}>
      <div className="rule-text">
        <h2 className="foreign">{name}</h2>
        <p>
          {action === "queue" ? "Queues" : "Skips"} {when ? "rows with" : "every row"}
          {when && <code className="foreign"> {shown(when, 600)}</code>}
          {at_most !== null && `, at most ${at_most}${per ? ` per ${per.replaceAll("_", " ")}` : ""}`}
        </p>
        <p className="quiet">
          Decided about {plural(rule.decided, "row")}. Version {rule.version}, by{" "}
          <span className="foreign">{shown(rule.changed_by, 40)}</span>, <Moment at={rule.changed_at} />
        </p>
        {rule.suspended !== null && <p className="problem foreign">Paused: {shown(rule.suspended, 300)}</p>}
      </div>
      <div className="rule-buttons">
        {rule.suspended === null ? (
          <button
            type="button"
            className="button"
            disabled={isOff}
            aria-label={`Pause ${name}`}
            onClick={() =>
              void ask(
                post(`/rules/${rule.id}/suspend`, { reason: null }).then(() => ({})),
                `${name} is paused.`,
              )
            }
          >
            <Icon name="pause" />
            Pause
          </button>
        ) : (
          <button
            type="button"
            className="button"
            disabled={isOff}
            aria-label={`Resume ${name}`}
            onClick={() =>
              void ask(
                post(`/rules/${rule.id}/resume`).then(() => ({})),
                `${name} goes on.`,
              )
            }
          >
            <Icon name="play" />
            Resume
          </button>
        )}
        <button type="button" className="button" disabled={isOff} aria-label={`Change ${name}`} onClick={onEdit}>
          <Icon name="edit" />
          Change
        </button>
        <Menu
          label={`More for ${name}`}
          className="icon-button"
          items={[
            {
              label: "Undo all it decided…",
              disabled: isOff || rule.decided === 0,
              run: () => setAsked("undo"),
            },
            { label: "Ask it earlier", disabled: isOff || onEarlier === null, run: () => onEarlier?.() },
            { label: "Remove…", danger: true, disabled: isOff, run: () => setAsked("remove") },
          ]}
        >
          <Icon name="down" />
        </Menu>
      </div>
      {asked === "undo" && (
        <UndoQuestion
          id={rule.id}
          name={name}
          onClose={() => setAsked(null)}
          onDo={() => void ask(post(`/rules/${rule.id}/undo`), "")}
        />
      )}
      {asked === "remove" && (
        <Question isDangerous title={`Remove ${name}?`} verb="Remove" onClose={() => setAsked(null)} onDo={onRemove}>
          <p>
            It decides about no further row. The {plural(rule.decided, "row")} it decided about stay as they are; to
            undo those as well, choose that first.
          </p>
        </Question>
      )}
    </li>
  );
}
