import { useQueryClient } from "@tanstack/react-query";
import { post } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import type { SettingChange, WorkflowMeta } from "../api/types.ts";
import { useRefusal } from "../shell/refusal.ts";
import { plural } from "../text/numbers.ts";
import { inWords } from "../text/trouble.ts";
import { Moment } from "../ui/Moment.tsx";
import { StateDot } from "../ui/State.tsx";
import { problem, toast } from "../ui/Toasts.tsx";
import { settingTitle, settingWords } from "./batches.ts";
import { Who } from "./Who.tsx";

/** One change, or the same to several workflows. */
export function SettingRow({ changes }: { changes: readonly SettingChange[] }) {
  const takeBack = useTakeBack(changes);
  const { workflows } = useMeta();
  const refusal = useRefusal("operator");
  const [first] = changes;
  if (!first) return null;
  const title = settingTitle(first);
  return (
    <tr>
      <td>
        <Moment at={first.made_at} />
      </td>
      <td>
        <Who name={first.made_by} />
      </td>
      <th scope="row">
        {title}
        <span className="quiet history-of">{whose(changes, workflows)}</span>
      </th>
      <td className="foreign history-words">
        {first.field === "paused" ? (
          <span className="quiet">the switch</span>
        ) : (
          <>
            {settingWords(first.before)} → <b>{settingWords(first.after)}</b>
          </>
        )}
      </td>
      <td>
        <span className={`state state-${first.undone ? "new" : "complete"}`}>
          <StateDot state={first.undone ? "New" : "Complete"} />
          {first.undone ? "Undone" : "Done"}
        </span>
      </td>
      <td>
        <div className="history-actions">
          {!first.undone && (
            <button
              type="button"
              className="button"
              disabled={refusal !== null}
              title={refusal ?? undefined}
              aria-label={`Undo: ${title}`}
              onClick={() => void takeBack()}
            >
              Undo
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

function useTakeBack(changes: readonly SettingChange[]): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      for (const { id } of changes) await post(`/settings/changes/${id}/undo`);
      toast(
        changes.length === 1
          ? "The setting is what it was."
          : `${plural(changes.length, "setting")} are what they were.`,
      );
    } catch (error) {
      problem(inWords(error));
    }
    for (const key of ["settings", "overview", "meta"]) void client.invalidateQueries({ queryKey: [key] });
  };
}

function whose(changes: readonly SettingChange[], workflows: readonly WorkflowMeta[]): string {
  const named = changes.map(({ workflow }) => workflows.find(({ name }) => name === workflow));
  const titles = named.map((each) => each?.title ?? "everywhere");
  return titles.length > 2 ? plural(titles.length, "workflow") : titles.join(", ");
}
