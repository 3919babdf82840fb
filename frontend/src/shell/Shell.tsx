// The frame around every screen: the rail, the pane, and what is always at hand.

import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { savePrefs, useMeta } from "../api/queries.ts";
import { useExportNews } from "../exports/jobs.ts";
import { useTabAddress } from "../grid/following.ts";
import { useDroppedFile } from "../importing/dropped.ts";
import { useKeys, useTabKeys } from "../keys/useKeys.ts";
import { useLiveData } from "../live/useLive.ts";
import { Notice } from "../ui/Notice.tsx";
import { Wait } from "../ui/screen.tsx";
import { leavePage } from "../ui/Toasts.tsx";
import { Rail } from "./Rail.tsx";
import {
  Account,
  Audit,
  Detail,
  Duplicates,
  Errors,
  Exports,
  Follow,
  Grid,
  HelpSheet,
  Herald,
  History,
  Import,
  Overview,
  Palette,
  Privacy,
  preloadLikely,
  Rules,
  Runs,
  Search,
  Settings,
} from "./screens.ts";
import { isDark } from "./theme.ts";
import { undoLast } from "./undo.ts";
import "./shell.css";

export function Shell() {
  const [sheet, setSheet] = useState<"palette" | "keys" | null>(null);
  const client = useQueryClient();
  const [path, go] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason
  useEffect(leavePage, [path]);
  const addressOf = useTabAddress();
  const { workflows } = useMeta();
  const tabs = workflows.filter((each) => !each.background_only);
  useLiveData();
  useExportNews();
  useDroppedFile(go);
  useEffect(() => {
    const waiting = requestIdleCallback(preloadLikely, { timeout: 4_000 });
    return () => cancelIdleCallback(waiting);
  }, []);
  useTabKeys((index) => {
    const tab = tabs[index];
    if (tab) go(addressOf(tab));
  });
  useKeys({
    "go-overview": () => go("/"),
    "go-search": () => go("/search"),
    "go-import": () => go("/import"),
    "go-errors": () => go("/errors"),
    "go-runs": () => go("/runs"),
    "go-exports": () => go("/exports"),
    "go-history": () => go("/history"),
    "go-duplicates": () => go("/duplicates"),
    "go-rules": () => go("/rules"),
    "go-privacy": () => go("/privacy"),
    "go-settings": () => go("/settings"),
    palette: () => setSheet("palette"),
    "key-sheet": () => setSheet("keys"),
    theme: () => void savePrefs(client, { theme: isDark() ? "light" : "dark" }),
    undo: () => void undoLast(client),
  });
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        To the content
      </a>
      <Rail onPalette={() => setSheet("palette")} onKeys={() => setSheet("keys")} />
      <Suspense
        fallback={
          <main id="main" className="pane" aria-busy="true">
            <Wait />
          </main>
        }
      >
        <Switch>
          <Route path="/">
            <Overview />
          </Route>
          <Route path="/w/:kebab">{({ kebab }) => <Grid key={kebab} kebab={kebab} />}</Route>
          <Route path="/w/:kebab/:id">{({ kebab, id }) => <Detail key={id} kebab={kebab} id={id} />}</Route>
          <Route path="/search">
            <Search />
          </Route>
          <Route path="/follow/:origin">{({ origin }) => <Follow key={origin} origin={origin} />}</Route>
          <Route path="/import">
            <Import />
          </Route>
          <Route path="/account">
            <Account />
          </Route>
          <Route path="/audit">
            <Audit />
          </Route>
          <Route path="/rules/:section?">{({ section }) => <Rules section={section} />}</Route>
          <Route path="/errors">
            <Errors />
          </Route>
          <Route path="/runs">
            <Runs />
          </Route>
          <Route path="/exports">
            <Exports />
          </Route>
          <Route path="/history">
            <History />
          </Route>
          <Route path="/duplicates">
            <Duplicates />
          </Route>
          <Route path="/privacy">
            <Privacy />
          </Route>
          <Route path="/settings/:section?">{({ section }) => <Settings section={section} />}</Route>
          <Route path="/sign-in">
            <Redirect to="/" replace />
          </Route>
          <Route path="/setup">
            <Redirect to="/" replace />
          </Route>
          <Route>
            <main id="main" className="pane">
              <h1>Not found</h1>
              <Notice title="There is no such page." action={{ label: "To the overview", run: () => go("/") }} />
            </main>
          </Route>
        </Switch>
      </Suspense>
      <Suspense>
        <Herald />
        {sheet === "palette" && <Palette onClose={() => setSheet(null)} />}
        {sheet === "keys" && <HelpSheet onClose={() => setSheet(null)} />}
      </Suspense>
    </div>
  );
}
