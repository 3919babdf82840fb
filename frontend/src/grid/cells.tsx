// How a value is drawn, by its kind. A kind that the server adds is an error here until it has its drawing.
import type { ReactNode } from "react";
import type { ColumnKind, State } from "../api/types.ts";
import { shortAddress } from "../text/address.ts";
import { choiceWords } from "../text/choices.ts";
import { bytes, cost, number } from "../text/numbers.ts";
import { inPlainWords, safeHref, shown } from "../text/shown.ts";
import { span } from "../text/time.ts";
import { Moment } from "../ui/Moment.tsx";
import { LOOKS, type OutcomeWords, StateMark } from "../ui/State.tsx";

const LONGEST = 240;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";

function Words({ value, className = "" }: { value: unknown; className?: string }) {
  const text = shown(inOneLine(value), LONGEST);
  return (
    <span className={`foreign ${className}`} title={text}>
      {text}
    </span>
  );
}

/** A list of plain values reads better without its brackets. */
function inOneLine(value: unknown): unknown {
  return Array.isArray(value) && value.every((each) => typeof each !== "object") ? value.join(", ") : value;
}

function Address({ value, isPath }: { value: unknown; isPath: boolean }) {
  const href = safeHref(value);
  if (href === null) return <Words value={value} />;
  return (
    <a
      className="foreign cell-url"
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      tabIndex={-1}
      title={href}
    >
      {isPath ? shown(shortAddress(href).rest, LONGEST) : <AddressParts url={href} />}
    </a>
  );
}

/** Where room is short the host has the larger part; of the rest the end is seen, in which pages of one site differ. */
export function AddressParts({ url }: { url: string }) {
  const { host, rest } = shortAddress(url);
  return (
    <span className="cell-address">
      <span className="cell-host">{shown(host, LONGEST)}</span>
      {rest && (
        <span className="cell-path">
          <bdi dir="ltr">{shown(rest, LONGEST)}</bdi>
        </span>
      )}
    </span>
  );
}

function Score({ value }: { value: unknown }) {
  const score = Number(value);
  return (
    <span className="cell-score">
      <span className="cell-bar" aria-hidden="true">
        <span style={{ width: `${Math.max(0, Math.min(100, score))}%` }} />
      </span>
      {number(score)}
    </span>
  );
}

/** A number, or as it came if it is none. */
const counted =
  (print: (value: number) => string) =>
  (value: unknown): ReactNode => {
    const count = Number(value);
    return Number.isFinite(count) ? print(count) : <Words value={value} />;
  };

const CELLS: Record<ColumnKind, (value: unknown, isPath: boolean) => ReactNode> = {
  text: (value) => <Words value={inPlainWords(value)} />,
  url: (value, isPath) => <Address value={value} isPath={isPath} />,
  email: (value) => <Words value={value} />,
  phone: (value) => <Words value={value} />,
  number: counted(number),
  score: (value) => (Number.isFinite(Number(value)) ? <Score value={value} /> : <Words value={value} />),
  money_micros: counted(cost),
  bytes: counted(bytes),
  duration_ms: counted((value) => span(value / 1000)),
  boolean: (value) => (value ? "Yes" : "No"),
  moment: (value) => <Moment at={typeof value === "string" ? value : null} />,
  enum: (value) => <Words value={typeof value === "string" ? choiceWords(value) : value} />,
  json: (value) => <Words value={value} />,
  id: (value) => <Words value={value} className="cell-id" />,
};

const RIGHT: Partial<Record<ColumnKind, true>> = { number: true, money_micros: true, bytes: true, duration_ms: true };
export const isRight = (kind: ColumnKind): boolean => RIGHT[kind] ?? false;

const isState = (value: unknown): value is State => typeof value === "string" && Object.hasOwn(LOOKS, value);

/** `isPath`: of an address the host stands in the row already. */
export function cellOf(kind: ColumnKind, value: unknown, isPath = false): ReactNode {
  return isEmpty(value) ? null : CELLS[kind](value, isPath);
}

export const stateOf = (value: unknown, outcome: string | null, words: OutcomeWords): ReactNode => (
  <StateMark state={isState(value) ? value : null} outcome={outcome} words={words} isShort />
);
