import { useMeta } from "../api/queries.ts";
import { useTags } from "../marks/useTags.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { quickFilters } from "./quick.ts";
import { hasToken, withToken } from "./tokens.ts";
import type { Grid } from "./useGrid.ts";

const MOST_LISTS = 8;

export function QuickFilters({ grid: { workflow, address, filterBy } }: { grid: Grid }) {
  const { user } = useMeta();
  const lists = useTags(workflow.table).filter(({ table }) => table === workflow.table);
  const offered = quickFilters(workflow.search_fields, user.name, lists.slice(0, MOST_LISTS));
  const isUsed = offered.some(({ token }) => hasToken(address.search, token));
  return (
    <Menu
      label="Quick filters"
      className={`button tool-button ${isUsed ? "is-set" : ""}`}
      items={offered.map(({ words, token }) => ({
        label: words,
        checked: hasToken(address.search, token),
        run: () => filterBy({ search: withToken(address.search, token) }),
      }))}
    >
      <Icon name="bolt" />
    </Menu>
  );
}
