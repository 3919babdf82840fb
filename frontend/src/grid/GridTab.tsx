// One workflow's tab: head, filters, rows, decisions.

import { Suspense, useRef, useState } from "react";
import { WayBack } from "../detail/WayBack.tsx";
import { MapSlot } from "../map/MapSlot.tsx";
import { useGo } from "../text/url.ts";
import { problem } from "../ui/Toasts.tsx";
import { BatchBar } from "./BatchBar.tsx";
import { exportAddress } from "./exporting.ts";
import { Footer } from "./Footer.tsx";
import { Head } from "./Head.tsx";
import { Jobs } from "./Jobs.tsx";
import { meantRow } from "./meant.ts";
import type { MenuAt } from "./RowMenu.tsx";
import { Rows } from "./Rows.tsx";
import { Confirm, Drawer, EditDialog, FacetRail, Groups, RowMenu } from "./screens.ts";
import { choose, isChosen, isNothing, NOTHING, type Selection } from "./selection.ts";
import { Tools } from "./Tools.tsx";
import { useDecide } from "./useDecide.ts";
import { useFacets } from "./useFacets.ts";
import { useFollowingDrawer } from "./useFollowingDrawer.ts";
import type { Grid } from "./useGrid.ts";
import { useGridKeys } from "./useGridKeys.ts";
import { useRowEvents } from "./useRowEvents.ts";

export function GridTab({ grid }: { grid: Grid }) {
  const { workflow, address, filter, store, change } = grid;
  const deciding = useDecide(grid);
  const go = useGo();
  const search = useRef<HTMLInputElement>(null);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const [isFacetsOpen, setFacets] = useFacetsOpen();
  const facets = useFacets(workflow, filter, isFacetsOpen);
  const open = (id: string | null) => change({ item: id, correct: null }, { replace: address.item !== null });
  const review = () => change({ review: 1, item: null });
  const onExport = () => go(exportAddress(workflow.name, filter, store.get().selection));
  const menuAt = (id: string) => {
    const box = document.querySelector(`tr[data-id="${id}"]`)?.getBoundingClientRect();
    setMenu({
      id,
      column: grid.shown[0]?.column.name ?? null,
      at: { left: (box?.left ?? 0) + 60, top: (box?.bottom ?? 0) + 2 },
    });
  };
  const [edited, setEdited] = useState<Selection | null>(null);
  /** The chosen rows; else this one, or the one the person is at. */
  const edit = (id?: string) => {
    const { selection } = store.get();
    const about = id ?? meantRow({ hidesRows: grid.hidesRows, item: address.item, ...store.get(), order: grid.order });
    if (deciding.why) return void problem(deciding.why);
    if (!isNothing(selection) && (id === undefined || isChosen(selection, id))) setEdited(selection);
    else if (about !== null) setEdited(choose(NOTHING, [about], true));
    else deciding.warnOfNothing();
  };
  const events = useRowEvents(grid, open, setMenu);
  useGridKeys(grid, deciding, {
    open,
    review,
    search: () => search.current?.select(),
    facets: () => setFacets(!isFacetsOpen),
    menu: menuAt,
    edit: () => edit(),
    isFacetsOpen,
  });
  useFollowingDrawer(grid);
  return (
    <main id="main" className="pane grid-pane">
      <section id={`${workflow.kebab}-tab`} className="grid-tab" aria-label={workflow.title}>
        <WayBack />
        <Head grid={grid} onReview={review} onExport={onExport} />
        <Tools
          grid={grid}
          input={search}
          facets={facets.data}
          isFacetsOpen={isFacetsOpen}
          onFacets={() => setFacets(!isFacetsOpen)}
        />
        <div className="grid-body">
          {isFacetsOpen && (
            <Suspense fallback={<div className="facets" />}>
              <FacetRail
                facets={facets.data}
                error={facets.error}
                search={address.search}
                onSearch={(text) => grid.filterBy({ search: text })}
                onRetry={() => void facets.refetch()}
                onClose={() => setFacets(false)}
              />
            </Suspense>
          )}
          <MapSlot
            workflow={workflow}
            filter={filter}
            store={store}
            onOpen={open}
            onSelect={(ids) => store.set({ selection: choose(NOTHING, ids, true), anchor: null })}
          >
            {grid.group === null ? (
              <Rows grid={grid} events={events} />
            ) : (
              <Suspense>
                <Groups grid={grid} by={grid.group} deciding={deciding} />
              </Suspense>
            )}
          </MapSlot>
        </div>
        {grid.group !== null && <Jobs workflow={workflow.name} store={store} onDone={() => void grid.rows.refresh()} />}
        {grid.group === null && (
          <Footer grid={grid}>
            <BatchBar grid={grid} deciding={deciding} onEdit={() => edit()} onExport={onExport} />
            <Jobs workflow={workflow.name} store={store} onDone={() => void grid.rows.refresh()} />
          </Footer>
        )}
      </section>
      {address.item !== null && (
        <Suspense>
          <Drawer workflow={workflow} id={address.item} onClose={() => open(null)} />
        </Suspense>
      )}
      {menu && (
        <Suspense>
          <RowMenu
            grid={grid}
            deciding={deciding}
            menu={menu}
            onOpen={open}
            onEdit={edit}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <EditDialog
            workflow={workflow}
            selection={edited}
            matching={grid.rows.page?.total ?? null}
            onDone={() => {
              setEdited(null);
              store.set({ selection: NOTHING, anchor: null });
            }}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      {deciding.asked && (
        <Suspense>
          <Confirm workflow={workflow} asked={deciding.asked} deciding={deciding} />
        </Suspense>
      )}
    </main>
  );
}

function useFacetsOpen(): [boolean, (open: boolean) => void] {
  const [isOpen, setOpen] = useState(() => localStorage.getItem("facets") === "open");
  return [
    isOpen,
    (wanted) => {
      localStorage.setItem("facets", wanted ? "open" : "closed");
      setOpen(wanted);
    },
  ];
}
