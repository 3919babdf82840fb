import type { Row, WorkflowMeta } from "../api/types.ts";

/** The host that a row is about: of its address, else its domain. */
export function hostOf({ url_column }: Pick<WorkflowMeta, "url_column">, row: Row): string | null {
  const address = url_column ? row[url_column] : null;
  if (typeof address === "string" && URL.canParse(address)) return new URL(address).hostname || null;
  const domain = row["domain"];
  return typeof domain === "string" && domain !== "" ? domain : null;
}
