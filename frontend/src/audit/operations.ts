// What was done, in the words of the screens; the names of operations are for programs.
import type { WorkflowMeta } from "../api/types.ts";

type Titled = Pick<WorkflowMeta, "name" | "title">;

/** `…` stands for the title of the stage that the operation names. */
const MANNERS: readonly (readonly [RegExp, string])[] = [
  [/^update_(.{1,80})_status_batch$/, "decide about …"],
  [/^update_(.{1,80})_status_by_filter$/, "decide about all matching …"],
  [/^(?:update|edit)_(.{1,80})_values$/, "tag or correct …"],
  [/^hold_for_review$/, "take rows for review"],
  [/^undo_batch$/, "take a decision back"],
  [/^try_delivery_target$/, "try a delivery target"],
  [/^login$/, "sign in"],
  [/^logout$/, "sign out"],
];

/** What decides nothing and comes many times: left out until somebody asks for it. */
export const LOOKS_AROUND = ["estimate_place_search", "hold_for_review"];

export function operationWords(operation: string, workflows: readonly Titled[] = []): string {
  for (const [name, words] of MANNERS) {
    const found = name.exec(operation);
    if (found) return words.replace("…", titleOf(found[1] ?? "", workflows));
  }
  return operation.replaceAll("_", " ");
}

const titleOf = (name: string, workflows: readonly Titled[]): string =>
  workflows.find((each) => each.name === name)?.title ?? name.replaceAll("_", " ");
