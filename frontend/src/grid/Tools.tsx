import { type RefObject, Suspense, useMemo, useState } from "react";
import { ApiError } from "../api/client.ts";
import type { Facets } from "../api/types.ts";
import { useKeyMap } from "../keys/useKeys.ts";
import { tagNames, useTags } from "../marks/useTags.ts";
import { shown } from "../text/shown.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { seenValues } from "./counts.ts";
import { PinnedCondition } from "./PinnedCondition.tsx";
import { type Pinned, pinnedIn, withPinned } from "./pinned.ts";
import { QuickFilters } from "./QuickFilters.tsx";
import { SearchField } from "./SearchField.tsx";
import { Sights } from "./Sights.tsx";
import { ColumnPanel } from "./screens.ts";
import type { Grid } from "./useGrid.ts";

interface ToolsProps {
  grid: Grid;
  input: RefObject<HTMLInputElement | null>;
  facets: Facets | undefined;
  isFacetsOpen: boolean;
  onFacets: () => void;
}

/** The line above the rows: statuses, source, search, and how the rows are laid out. */
export function Tools({ grid, input, facets, isFacetsOpen, onFacets }: ToolsProps) {
  const { workflow, address, filterBy, layout, save } = grid;
  const { print } = useKeyMap();
  const [panel, setPanel] = useState<{ right: number; top: number } | null>(null);
  const isCompact = layout.density === "compact";
  const labelOf = (field: string) => workflow.search_fields.find(({ name }) => name === field)?.label ?? field;
  const tags = useTags(workflow.table);
  const seen = useMemo(() => ({ ...seenValues(facets), tag: tagNames(tags) }), [facets, tags]);
  const { pinned, rest } = useMemo(() => pinnedIn(address.search), [address.search]);
  const drop = (one: Pinned | undefined) => {
    filterBy({
      search: withPinned(
        pinned.filter((each) => each !== one),
        rest,
      ),
    });
    input.current?.focus();
  };
  const refusal =
    grid.rows.error instanceof ApiError && grid.rows.error.status < 500 && address.search.trim() !== ""
      ? grid.rows.error.message
      : null;
  return (
    <div className="grid-tools">
      <Sights grid={grid} />
      <div className="grid-finding">
        {pinned.length > 0 && (
          <div className="conditions" role="group" aria-label="Only these rows">
            {pinned.map((each) => (
              <PinnedCondition
                key={each.written}
                pinned={each}
                name={nameIn(grid, each.id)}
                onRemove={() => drop(each)}
              />
            ))}
          </div>
        )}
        <SearchField
          value={rest}
          fields={workflow.search_fields}
          seen={seen}
          problem={refusal}
          isAnswered={grid.rows.isShown}
          input={input}
          onSearch={(search, states) =>
            filterBy(
              { search: withPinned(pinned, search), ...(states.length > 0 && { status: states }) },
              { replace: true },
            )
          }
          onBackspace={() => pinned.length > 0 && drop(pinned[pinned.length - 1])}
        />
        <QuickFilters grid={grid} />
        <Menu
          label={grid.group === null ? "Group by" : `Grouped by: ${labelOf(grid.group)}`}
          className={`button tool-button ${grid.group === null ? "" : "is-set"}`}
          items={[
            { label: "No groups", checked: grid.group === null, run: () => grid.change({ group: null }) },
            ...workflow.groups.map((name) => ({
              label: labelOf(name),
              checked: grid.group === name,
              run: () => grid.change({ group: name, map: null, item: null }),
            })),
          ]}
        >
          <Icon name="groups" />
        </Menu>
        <button
          type="button"
          className="button tool-button"
          aria-label="Facets"
          aria-pressed={isFacetsOpen}
          title={`Facets (${print("facets")})`}
          onClick={onFacets}
        >
          <Icon name="facets" />
        </button>
        <button
          type="button"
          className="button tool-button"
          aria-label="Compact rows"
          aria-pressed={isCompact}
          title={isCompact ? "Compact rows: on" : "Compact rows"}
          onClick={() => save({ density: isCompact ? "comfortable" : "compact" })}
        >
          <Icon name="rows" />
        </button>
        <button
          type="button"
          className="button tool-button"
          aria-label="Columns"
          aria-haspopup="dialog"
          aria-expanded={panel !== null}
          title="Choose and arrange columns"
          onClick={(event) => {
            const { right, bottom } = event.currentTarget.getBoundingClientRect();
            setPanel(panel ? null : { right, top: bottom + 4 });
          }}
        >
          <Icon name="columns" />
        </button>
      </div>
      {panel && (
        <Suspense>
          <ColumnPanel arrangement={grid} at={panel} onClose={() => setPanel(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** What people call a row that is listed. */
function nameIn({ items, workflow: { title_column } }: Grid, id: string): string | null {
  const row = title_column ? items.find((each) => each.id === id) : undefined;
  return row && title_column && row[title_column] ? shown(row[title_column], 60) : null;
}
