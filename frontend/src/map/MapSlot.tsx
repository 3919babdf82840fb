// Where rows stand in a tab, a map can stand instead; the address says which.
import { type ReactNode, Suspense } from "react";
import type { RowFilter, WorkflowMeta } from "../api/types.ts";
import type { GridStore } from "../grid/store.ts";
import { useKeyMap, useKeys } from "../keys/useKeys.ts";
import { useUrl } from "../text/url.ts";
import { Icon } from "../ui/Icon.tsx";
import { screen } from "../ui/screen.tsx";

const MapPanel = screen(async () => ({ default: (await import("./MapPanel.tsx")).MapPanel }));

export function useMapOpen({ has_map }: WorkflowMeta): [boolean, (isOpen: boolean) => void] {
  const [parameters, change] = useUrl();
  return [has_map && parameters.get("map") === "1", (isOpen) => change({ map: isOpen ? 1 : null, group: null })];
}

/** Only for tabs whose rows have a place on the earth. */
export function MapButton({ workflow }: { workflow: WorkflowMeta }) {
  const [isOpen, setOpen] = useMapOpen(workflow);
  const { print } = useKeyMap();
  useKeys({ map: () => setOpen(!isOpen) }, workflow.has_map);
  if (!workflow.has_map) return null;
  return (
    <button
      type="button"
      className="button"
      aria-pressed={isOpen}
      onClick={() => setOpen(!isOpen)}
      title={`The filtered rows on a map (${print("map")})`}
    >
      <Icon name="map" />
      Map
    </button>
  );
}

interface SlotProps {
  workflow: WorkflowMeta;
  filter: RowFilter;
  store: GridStore;
  onOpen: (id: string) => void;
  onSelect: (ids: readonly string[]) => void;
  children: ReactNode;
}

export function MapSlot({ workflow, filter, store, onOpen, onSelect, children }: SlotProps) {
  const [isOpen, setOpen] = useMapOpen(workflow);
  if (!isOpen) return children;
  return (
    <Suspense
      fallback={
        <p className="quiet" role="status">
          Opening the map…
        </p>
      }
    >
      <MapPanel
        workflow={workflow}
        filter={filter}
        store={store}
        onClose={() => setOpen(false)}
        onOpen={onOpen}
        onSelect={onSelect}
      />
    </Suspense>
  );
}
