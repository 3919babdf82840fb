import { screen } from "../ui/screen.tsx";

export const Grid = screen(() => import("./GridPage.tsx"));
export const ColumnPanel = screen(async () => ({ default: (await import("./ColumnPanel.tsx")).ColumnPanel }));
export const Drawer = screen(async () => ({ default: (await import("../detail/Drawer.tsx")).Drawer }));
export const EditDialog = screen(async () => ({ default: (await import("../marks/EditDialog.tsx")).EditDialog }));
export const FacetRail = screen(async () => ({ default: (await import("./FacetRail.tsx")).FacetRail }));
export const Groups = screen(async () => ({ default: (await import("./Groups.tsx")).Groups }));
export const RowMenu = screen(async () => ({ default: (await import("./RowMenu.tsx")).RowMenu }));
export const ViewDialog = screen(async () => ({ default: (await import("./ViewDialog.tsx")).ViewDialog }));
export const Review = screen(() => import("../review/Review.tsx"));
export const Confirm = screen(async () => ({ default: (await import("./Confirm.tsx")).Confirm }));
