// What was done, in the words of the screens; the names of operations are for programs.
const MANNERS: readonly (readonly [RegExp, string])[] = [
  [/^update_(.{1,80})_status_batch$/, "decide about $1"],
  [/^update_(.{1,80})_status_by_filter$/, "decide about all matching $1"],
  [/^(?:update|edit)_(.{1,80})_values$/, "tag or correct $1"],
  [/^hold_for_review$/, "take rows for review"],
  [/^undo_batch$/, "take a decision back"],
  [/^try_delivery_target$/, "try a delivery target"],
];

export const operationWords = (operation: string): string => {
  const manner = MANNERS.find(([name]) => name.test(operation));
  return (manner ? operation.replace(...manner) : operation).replaceAll("_", " ");
};
