import { screen } from "../ui/screen.tsx";

export const Grid = screen(() => import("./GridPage.tsx"));
export const Review = screen(async () => ({ default: (await import("../shell/screens.ts")).Review }));
