import { screen } from "../ui/screen.tsx";

export const Grid = screen(() => import("./GridPage.tsx"));
export const Review = screen(() => import("../shell/screens.ts").then(({ Review }) => ({ default: Review })));
