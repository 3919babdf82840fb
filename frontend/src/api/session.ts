// Who is signed in, as every tab of this browser must know: they share one cookie.
const NAME = "signed-in";
const LEFT = "signed-out";

/** Nobody: the next visit asks who is there before it asks for anything else. */
export function rememberSignedIn(name: string | null): void {
  if (name === null) localStorage.removeItem(NAME);
  else if (rememberedName() !== name) localStorage.setItem(NAME, name);
}

export const rememberedName = (): string | null => localStorage.getItem(NAME);

/** A session that ends by itself keeps the page; a person who signs out leaves nothing on any screen. */
export function rememberSignedOut(): void {
  rememberSignedIn(null);
  localStorage.setItem(LEFT, String(Date.now()));
}

export interface Elsewhere {
  signedIn: (name: string) => void;
  signedOut: () => void;
}

/** What happened in other tabs, or while this page was put aside. */
export function onSessionElsewhere({ signedIn, signedOut }: Elsewhere): () => void {
  const left = localStorage.getItem(LEFT);
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key === LEFT) signedOut();
    if (key === NAME && newValue !== null) signedIn(newValue);
  };
  const back = ({ persisted }: PageTransitionEvent) => {
    const name = rememberedName();
    if (persisted && localStorage.getItem(LEFT) !== left) signedOut();
    else if (persisted && name !== null) signedIn(name);
  };
  addEventListener("storage", heard);
  addEventListener("pageshow", back);
  return () => {
    removeEventListener("storage", heard);
    removeEventListener("pageshow", back);
  };
}
