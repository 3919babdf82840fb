// Every screen but the grid, loaded together: apart, each would be compressed for itself and come out a third larger.
export { default as Detail } from "../detail/DetailPage.tsx";
export { default as Duplicates } from "../detail/DuplicatesPage.tsx";
export { default as Errors } from "../errors/ErrorsPage.tsx";
export { default as Exports } from "../exports/ExportsPage.tsx";
export { default as History } from "../history/HistoryPage.tsx";
export { default as Overview } from "../overview/OverviewPage.tsx";
export { default as Review } from "../review/Review.tsx";
export { default as Runs } from "../runs/RunsPage.tsx";
export { default as Search } from "../search/SearchPage.tsx";
export { default as Settings } from "../settings/SettingsPage.tsx";
