import type { Row, WorkflowMeta } from "../api/types.ts";

const HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i;

/** The host that a row is about, as `host:` finds it: its domain where rows have one, else a title that is one, else its address's. */
export function hostOf(
  { columns, title_column, url_column }: Pick<WorkflowMeta, "columns" | "title_column" | "url_column">,
  row: Row,
): string | null {
  if (columns.some(({ name }) => name === "domain")) return asHost(row.domain);
  const address = url_column ? row[url_column] : null;
  const ofAddress = typeof address === "string" && URL.canParse(address) ? new URL(address).hostname : null;
  return (title_column ? asHost(row[title_column]) : null) ?? asHost(ofAddress);
}

function asHost(value: unknown): string | null {
  return typeof value === "string" && value.length < 254 && HOST.test(value) ? value : null;
}
