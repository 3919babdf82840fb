// The rows, or what stands in their place: nothing found, nothing there yet, trouble.
import { useCallback } from "react";
import { ApiError } from "../api/client.ts";
import { useKeyMap, useKeys } from "../keys/useKeys.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { Notice } from "../ui/Notice.tsx";
import { nextSort } from "./address.ts";
import { clearFilters } from "./following.ts";
import { decidedWords, useNextStage } from "./leading.ts";
import { Nothing } from "./Nothing.tsx";
import { newsOf, newsWords } from "./sticky.ts";
import { Table } from "./Table.tsx";
import type { RowEvents } from "./TableBody.tsx";
import type { Grid } from "./useGrid.ts";

const NONE: readonly string[] = [];

export function Rows({ grid, events }: { grid: Grid; events: RowEvents }) {
  const { rows, workflow, address, filterBy } = grid;
  const page = rows.page;
  const onSort = useCallback(
    (name: string) => filterBy({ sort: nextSort(address.sort, name) }),
    [filterBy, address.sort],
  );
  const news = page && rows.isShown ? newsWords(newsOf(page, grid.filter)) : "";
  return (
    <div className={`grid-rows ${rows.isLoading ? "is-loading" : ""} ${rows.error ? "is-outdated" : ""}`}>
      <LeadOn grid={grid} />
      {news && <Changed words={news} onRefresh={() => void rows.refresh()} />}
      <div className="grid-card">
        <Table
          workflow={workflow}
          rows={grid.items}
          order={grid.order}
          gone={page?.gone ?? NONE}
          states={grid.filter.states}
          store={grid.store}
          sort={grid.sort}
          columns={grid.columns}
          shown={grid.shown}
          layout={grid.layout}
          isBusy={rows.isLoading}
          onLayout={grid.save}
          onSort={onSort}
          events={events}
        />
        <Instead grid={grid} />
      </div>
    </div>
  );
}

/** Said as soon as the last row is decided, while the rows still stand there. */
function LeadOn({ grid }: { grid: Grid }) {
  const { print } = useKeyMap();
  const after = useNextStage(grid.workflow);
  const words = decidedWords(grid, after);
  useKeys({ "next-stage": () => after?.open() }, after !== null);
  if (!words || !after || grid.items.length === 0) return null;
  return (
    <div className="grid-news" role="status">
      <button type="button" onClick={after.open}>
        <strong>{words} →</strong> <kbd>{print("next-stage")}</kbd>
      </button>
    </div>
  );
}

/** News that waits to be let in. */
function Changed({ words, onRefresh }: { words: string; onRefresh: () => void }) {
  const { print } = useKeyMap();
  return (
    <div className="grid-news" role="status">
      <button type="button" onClick={onRefresh}>
        <strong>{words}</strong>{" "}
        <span>
          — refresh the list <kbd>{print("refresh")}</kbd>
        </span>
      </button>
    </div>
  );
}

function Instead({ grid }: { grid: Grid }) {
  const { rows, address, filterBy, goTo } = grid;
  if (rows.error && rows.page) return null;
  if (rows.error) {
    const isOurs = rows.error instanceof ApiError && rows.error.status < 500;
    return (
      <div role="alert">
        <Notice title={shown(rows.error.message, 400)} action={{ label: "Try again", run: () => void rows.refresh() }}>
          {isOurs && (
            <button type="button" className="link-button" onClick={() => clearFilters(filterBy, { sort: null })}>
              Clear filters
            </button>
          )}
        </Notice>
      </div>
    );
  }
  if (!rows.isShown) return rows.page ? null : <Skeleton />;
  if (grid.items.length > 0) return null;
  if (address.page > 1)
    return (
      <Notice
        title={`Page ${address.page} is empty.`}
        action={{ label: "To the first page", run: () => goTo({ page: 1, after: null }) }}
      />
    );
  return <Nothing grid={grid} />;
}

function Skeleton() {
  return (
    <div className="grid-skeleton" aria-hidden="true">
      {Array.from({ length: 14 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <span key={index}>
          <Icon name="rows" />
        </span>
      ))}
    </div>
  );
}
