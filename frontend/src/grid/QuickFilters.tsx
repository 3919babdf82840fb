import { useMeta } from "../api/queries.ts";
import { useTags } from "../marks/useTags.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Menu } from "../ui/Menu.tsx";
import { quickFilters } from "./quick.ts";
import { hasToken, withToken } from "./tokens.ts";
import type { Grid } from "./useGrid.ts";

const MOST_LISTS = 8;

export function QuickFilters({ grid: { workflow, address, filterBy } }: { grid: Grid }) {
  const { user } = useMeta();
  const lists = useTags(workflow.table).filter(({ table }) => table === workflow.table);
  const offered = quickFilters(workflow.search_fields, user.name, lists.slice(0, MOST_LISTS));
  const used = offered.filter(({ token }) => hasToken(address.search, token));
  return (
    <Menu
      label="Quick filters"
      className={`button tool-button ${used.length > 0 ? "is-set" : ""}`}
      items={offered.map(({ words, token }) => ({
        label: words,
        checked: hasToken(address.search, token),
        run: () => filterBy({ search: withToken(address.search, token) }),
      }))}
    >
      {used.length > 1 ? plural(used.length, "filter") : shown(used[0]?.words ?? "Show only", 24)}
    </Menu>
  );
}
