// Who is there decides what is shown: the card to sign in, the first account, or the product.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, get, onSignedOut } from "./api/client.ts";
import { metaQuery, prefsQuery } from "./api/queries.ts";
import type { Me } from "./api/types.ts";
import { rememberSignedIn } from "./grid/headStart.ts";
import { Shell } from "./shell/Shell.tsx";
import { SignInCard, SignInDialog } from "./shell/SignIn.tsx";
import { useTheme } from "./shell/theme.ts";
import { Notice } from "./ui/Notice.tsx";

export function App() {
  const client = useQueryClient();
  const [expired, setExpired] = useState(false);
  const me = useQuery({ queryKey: ["me"], queryFn: ({ signal }) => get<Me>("/auth/me", {}, signal), retry: retryUnlessRefused, staleTime: Infinity });
  const meta = useQuery({ ...metaQuery, enabled: me.isSuccess });
  const prefs = useQuery({ ...prefsQuery, enabled: me.isSuccess });
  useTheme(prefs.data?.theme);
  useEffect(() => onSignedOut(() => setExpired(true)), []);
  useEffect(() => rememberSignedIn(me.isSuccess ? true : me.error instanceof ApiError && me.error.status === 401 ? false : null), [me.isSuccess, me.error]);

  const signedIn = async () => {
    await client.invalidateQueries();
    setExpired(false);
  };
  if (me.error instanceof ApiError && me.error.status === 401) return <SignInCard onDone={signedIn} />;
  const trouble = me.error ?? meta.error ?? prefs.error;
  if (trouble && !(meta.data && prefs.data)) {
    return <main className="center"><Notice title={trouble.message} action={{ label: "Try again", run: () => void client.invalidateQueries() }} /></main>;
  }
  if (!me.data || !meta.data || !prefs.data) return <main className="center" aria-busy="true"><p className="quiet">Opening ScraperSky…</p></main>;
  return (
    <>
      <Shell />
      {expired && <SignInDialog name={me.data.name} onDone={signedIn} />}
    </>
  );
}

function retryUnlessRefused(failures: number, error: Error): boolean {
  return !(error instanceof ApiError && error.status < 500) && failures < 5;
}
