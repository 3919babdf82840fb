import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useMeta } from "../api/queries.ts";
import type { Page } from "../api/types.ts";
import { number, total } from "../text/numbers.ts";
import { Icon } from "../ui/Icon.tsx";
import { problem } from "../ui/Toasts.tsx";
import { jump, nextPlace, pageCount, previousPlace, rowRange } from "./paging.ts";
import type { Grid } from "./useGrid.ts";

export function Footer({ grid, children }: { grid: Grid; children: ReactNode }) {
  const { rows, size, place, change, save } = grid;
  const { page_sizes } = useMeta();
  const range = rows.page ? rowRange(place.page, size, rows.page.items.length) : null;
  const setSize = (wanted: number) => {
    save({ size: wanted });
    change({ size: null, page: null, after: null });
  };
  return (
    <footer className="grid-foot">
      <div>
        <p className="grid-range" aria-live="polite">
          {range && (
            <>
              {number(range[0])}–{number(range[1])}
              {rows.page && <Matching page={rows.page} last={range[1]} />}
            </>
          )}
        </p>
        {children}
        <label className="grid-size">
          <span>Rows</span>
          <select value={size} onChange={(event) => setSize(Number(event.target.value))}>
            {[...new Set([...page_sizes, size])]
              .toSorted((one, other) => one - other)
              .map((each) => (
                <option key={each}>{each}</option>
              ))}
          </select>
        </label>
        <Pages grid={grid} />
      </div>
    </footer>
  );
}

/** Rows that were decided about stay until the page is left, so fewer may match than are shown. */
function Matching({ page, last }: { page: Page; last: number }) {
  if (page.total === null) return null;
  const matching = <strong>{total(page.total, page.total_is_estimate)}</strong>;
  return page.total < last ? <> shown, {matching} still match</> : <> of {matching}</>;
}

function Pages({ grid }: { grid: Grid }) {
  const { rows, size, place, goTo } = grid;
  const { deepest_offset } = useMeta();
  const [text, setText] = useState(String(place.page));
  useEffect(() => setText(String(place.page)), [place.page]);
  const before = previousPlace(place, size, rows.page);
  const after = rows.page && rows.isShown ? nextPlace(place, size, rows.page) : null;
  const pages = pageCount(rows.page?.total ?? null, size);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = jump(text, size, rows.page?.total_is_estimate ? null : (rows.page?.total ?? null), deepest_offset);
    if (typeof wanted === "string") {
      problem(wanted);
      setText(String(place.page));
    } else goTo(wanted);
  };
  return (
    <form className="grid-pages" onSubmit={submit}>
      <button
        type="button"
        className="button page-button"
        aria-label="Page before"
        title="Page before ([)"
        disabled={!before}
        onClick={() => before && goTo(before)}
      >
        <Icon name="left" />
      </button>
      <label>
        <span>Page</span>{" "}
        <input
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => setText(String(place.page))}
        />
      </label>
      {pages !== null && (
        <span>
          of {rows.page?.total_is_estimate ? "about " : ""}
          {number(pages)}
        </span>
      )}
      <button
        type="button"
        className="button page-button"
        aria-label="Next page"
        title="Next page (])"
        disabled={!after}
        onClick={() => after && goTo(after)}
      >
        <Icon name="right" />
      </button>
    </form>
  );
}
