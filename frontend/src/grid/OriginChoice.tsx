// Rows of which list or search: a client, a campaign, one phrase.
import { useEffect, useEffectEvent } from "react";
import { useOrigins } from "../api/queries.ts";
import type { OriginChoices } from "../api/types.ts";
import { shown } from "../text/shown.ts";
import { absolute } from "../text/time.ts";
import { follow, isAstray } from "./following.ts";
import type { Grid } from "./useGrid.ts";

export function OriginChoice({ grid: { workflow, address, rows, filterBy } }: { grid: Grid }) {
  const value = address.origin;
  const offered = useOrigins(workflow.name).data?.items;
  const items = offered ?? [];
  const isOffered = items.some(({ origin }) => origin === value);
  useEffect(() => {
    if (isOffered) follow(value);
  }, [value, isOffered]);
  const isLeftOut = isAstray(address, rows.error, offered);
  const leaveOrigin = useEffectEvent(() => filterBy({ origin: null }, { replace: true }));
  useEffect(() => {
    if (isLeftOut) leaveOrigin();
  }, [isLeftOut]);
  if (items.length === 0 && value === null) return null;
  const isOther = value !== null && !isOffered;
  const group = (label: string, isList: boolean) => {
    const there = items.filter((each) => each.is_list === isList);
    return (
      there.length > 0 && (
        <optgroup label={label}>
          {there.map((each) => (
            <option key={each.origin} value={each.origin}>
              {labelAmong(each, there)}
            </option>
          ))}
        </optgroup>
      )
    );
  };
  return (
    <select
      className={`origin-choice ${value ? "is-set" : ""}`}
      aria-label="List or search"
      title="Only rows that come from this list or search"
      value={value ?? ""}
      onChange={(event) => {
        follow(event.target.value || null);
        filterBy({ origin: event.target.value || null });
      }}
    >
      <option value="">Any list or search</option>
      {isOther && <option value={value}>{otherWords(value)}</option>}
      {group("Lists", true)}
      {group("Searches", false)}
    </select>
  );
}

/** One that is not offered: from a link, or older than those that are. */
function otherWords(origin: string): string {
  const table = origin.split(":")[0] ?? "";
  return ["lists", "place_searches"].includes(table)
    ? "Another list or search"
    : shown(`One of ${table.replaceAll("_", " ")}`, 40);
}

type Offered = OriginChoices["items"][number];

/** Searches with the same words differ in where they looked, or in when. */
export function labelAmong({ origin, label, created_at, asked }: Offered, others: readonly Offered[]): string {
  const isAlone = !others.some((each) => each.label === label && each.origin !== origin);
  return shown(label, 60) + (isAlone ? "" : ` · ${asked ? `${shown(asked, 20)}, ` : ""}${absolute(created_at)}`);
}
