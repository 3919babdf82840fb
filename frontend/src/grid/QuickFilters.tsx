import { useMeta } from "../api/queries.ts";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { quickFilters } from "./quick.ts";
import { hasToken, withToken } from "./tokens.ts";
import type { Grid } from "./useGrid.ts";

export function QuickFilters({ grid: { workflow, address, filterBy } }: { grid: Grid }) {
  const { user } = useMeta();
  const offered = quickFilters(workflow.search_fields, user.name);
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
