// One value as its kind wants it: what can be copied or opened, can.
import type { ColumnKind } from "../api/types.ts";
import { choiceWords } from "../text/choices.ts";
import { bytes, cost, number } from "../text/numbers.ts";
import { inPlainWords, safeHref, shown } from "../text/shown.ts";
import { span } from "../text/time.ts";
import { Copy } from "../ui/Copy.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Moment } from "../ui/Moment.tsx";

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

export function Value({ value, kind, label }: { value: unknown; kind: ColumnKind; label: string }) {
  if (isEmpty(value)) return <span className="quiet">—</span>;
  if (kind === "moment" && typeof value === "string") return <Moment at={value} />;
  if (kind === "boolean") return <>{value ? "Yes" : "No"}</>;
  if (kind === "score" && typeof value === "number") return <ScoreBar score={value} />;
  if (kind === "enum" && typeof value === "string") return <span className="foreign">{shown(choiceWords(value))}</span>;
  if (typeof value === "number") return <>{numeric(value, kind)}</>;
  if (kind === "url" && typeof value === "string") return <Address url={value} what={label} />;
  if (kind === "email" || kind === "phone") return <Copied text={shown(value)} what={label} />;
  if (Array.isArray(value) && value.every((each) => typeof each !== "object"))
    return <span className="foreign">{value.map((each) => shown(each)).join(", ")}</span>;
  return <span className="foreign">{shown(inPlainWords(value))}</span>;
}

function numeric(value: number, kind: ColumnKind): string {
  if (kind === "money_micros") return cost(value);
  if (kind === "bytes") return bytes(value);
  if (kind === "duration_ms") return span(value / 1000);
  return Number.isInteger(value) ? number(value) : String(Number(value.toFixed(3)));
}

function ScoreBar({ score }: { score: number }) {
  const width = Math.max(0, Math.min(100, score <= 1 && !Number.isInteger(score) ? score * 100 : score));
  return (
    <span className="score">
      <span className="score-bar" aria-hidden="true">
        <span style={{ width: `${width}%` }} />
      </span>
      {score}
    </span>
  );
}

export function Copied({ text, what }: { text: string; what: string }) {
  return (
    <span className="copied">
      <span className="foreign">{text}</span>
      <Copy text={text} what={what} />
    </span>
  );
}

/** The address itself is the link's text; one that may not become a link stays text. */
export function Address({ url, what = "address", copy = true }: { url: string; what?: string; copy?: boolean }) {
  const href = safeHref(url);
  return (
    <span className="copied">
      {href ? (
        <a className="foreign" href={href} target="_blank" rel="noopener noreferrer nofollow">
          {shown(url)} <Icon name="external" />
        </a>
      ) : (
        <span className="foreign">{shown(url)}</span>
      )}
      {copy && <Copy text={url} what={what} />}
    </span>
  );
}
