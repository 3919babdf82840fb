// Every screen is a part of its own, fetched when it is first opened, or before.
import { Confirm, Drawer, FacetRail, Grid, Review } from "../grid/screens.ts";
import { screen } from "../ui/screen.tsx";

export const Overview = screen(() => import("../overview/OverviewPage.tsx"));
export const Detail = screen(() => import("../detail/DetailPage.tsx"));
export const Search = screen(() => import("../search/SearchPage.tsx"));
export const Herald = screen(async () => ({ default: (await import("../herald/Herald.tsx")).Herald }));
export const Follow = screen(() => import("../follow/FollowPage.tsx"));
export const Import = screen(() => import("../importing/ImportPage.tsx"));
export const Account = screen(() => import("../account/AccountPage.tsx"));
export const Audit = screen(() => import("../audit/AuditPage.tsx"));
export const Rules = screen(() => import("../rules/RulesPage.tsx"));
export const Errors = screen(() => import("../errors/ErrorsPage.tsx"));
export const Runs = screen(() => import("../runs/RunsPage.tsx"));
export const Exports = screen(() => import("../exports/ExportsPage.tsx"));
export const History = screen(() => import("../history/HistoryPage.tsx"));
export const Duplicates = screen(() => import("../detail/DuplicatesPage.tsx"));
export const Privacy = screen(() => import("../privacy/PrivacyPage.tsx"));
export const Settings = screen(() => import("../settings/SettingsPage.tsx"));
export const Palette = screen(async () => ({ default: (await import("./Palette.tsx")).Palette }));
export const HelpSheet = screen(async () => ({ default: (await import("../help/HelpSheet.tsx")).HelpSheet }));
export { Grid };

/** Where people go next, from wherever they begin. */
const LIKELY = [Overview, Grid, Drawer, Confirm, Palette, Review, Search, FacetRail, HelpSheet];
const BY_PATH: Record<string, { preload: () => void }> = {
  "/": Overview,
  "/search": Search,
  "/import": Import,
  "/rules": Rules,
  "/errors": Errors,
  "/runs": Runs,
  "/exports": Exports,
  "/history": History,
  "/duplicates": Duplicates,
  "/privacy": Privacy,
  "/settings": Settings,
};

export function preloadLikely(): void {
  for (const { preload } of LIKELY) preload();
}
export const preloadPath = (path: string): void => BY_PATH[path]?.preload();
