// Who is there decides what is shown: the card to sign in, the first account, or the product.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { Route, Switch } from "wouter";
import { ApiError, get, onSignedOut } from "./api/client.ts";
import { sendHeld } from "./api/held.ts";
import { metaQuery, prefsQuery } from "./api/queries.ts";
import { onSessionElsewhere, rememberSignedIn } from "./api/session.ts";
import { Shell } from "./shell/Shell.tsx";
import { SignInCard, SignInDialog } from "./shell/SignIn.tsx";
import { useTheme } from "./shell/theme.ts";
import { Notice } from "./ui/Notice.tsx";
import { screen } from "./ui/screen.tsx";

const Reset = screen(() => import("./account/ResetCard.tsx"));

/** Whoever sets a password by a link need not be anybody yet. */
export function App() {
  return (
    <Switch>
      <Route path="/reset">
        <Suspense>
          <Reset />
        </Suspense>
      </Route>
      <Route>
        <Product />
      </Route>
    </Switch>
  );
}

function Product() {
  const client = useQueryClient();
  const [expired, setExpired] = useState(false);
  const door = useQuery({
    queryKey: ["door"],
    queryFn: ({ signal }) => get("/auth/door", {}, signal),
    staleTime: Infinity,
  });
  const user = door.data?.user;
  const meta = useQuery({ ...metaQuery, enabled: Boolean(user) });
  const prefs = useQuery({ ...prefsQuery, enabled: Boolean(user) });
  useTheme(prefs.data?.theme);
  useEffect(() => onSignedOut(() => setExpired(true)), []);
  useEffect(() => {
    if (door.data) rememberSignedIn(door.data.user?.name ?? null);
  }, [door.data]);

  const signedIn = async () => {
    await client.invalidateQueries();
    setExpired(false);
    sendHeld();
  };
  useSessionElsewhere(user?.name, expired, signedIn);
  if (door.data && !user) return <SignInCard isFirst={door.data.needs_first_account} onDone={signedIn} />;
  const trouble = door.error ?? meta.error ?? prefs.error;
  const isThere = Boolean(meta.data && prefs.data);
  if (trouble instanceof ApiError && trouble.status === 401 && !isThere)
    return <SignInCard isFirst={false} onDone={signedIn} />;
  if (trouble && !isThere) {
    return (
      <main className="center">
        <Notice title={trouble.message} action={{ label: "Try again", run: () => void client.invalidateQueries() }} />
      </main>
    );
  }
  if (!user || !meta.data || !prefs.data)
    return (
      <main className="center" aria-busy="true">
        <p className="quiet">Opening ScraperSky…</p>
      </main>
    );
  return (
    <>
      <Shell />
      {expired && <SignInDialog name={user.name} onDone={signedIn} />}
    </>
  );
}

/** Another tab's sign-out takes what is shown here away, another person's sign-in brings theirs; one's own goes on. */
function useSessionElsewhere(name: string | undefined, expired: boolean, goOn: () => Promise<void>): void {
  const goOnHere = useEffectEvent(goOn);
  useEffect(
    () =>
      onSessionElsewhere({
        signedOut: () => {
          if (name !== undefined) location.reload();
        },
        signedIn: (other) => {
          if (name !== undefined && other !== name) location.reload();
          else if (name === undefined || expired) void goOnHere();
        },
      }),
    [name, expired],
  );
}
