// A screen that is loaded when it is first wanted, or before. One that is there already is drawn at once: a lazy part of
// React's own would first show what stands in for it, and then hold itself back for a third of a second.
import { Component, type ComponentType, lazy, type ReactNode, useEffect, useState } from "react";
import { Notice } from "./Notice.tsx";
import { isOutdated } from "./version.ts";

type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;
export type Screen<Props extends object> = ComponentType<Props> & { preload: () => void };

export function screen<Props extends object>(load: Load<Props>): Screen<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: ReturnType<Load<Props>> | undefined;
  const begin: Load<Props> = () => {
    loading ??= load().then(
      (module) => {
        Loaded = module.default;
        return module;
      },
      (cause: unknown) => {
        loading = undefined;
        throw new NotLoaded(cause);
      },
    );
    return loading;
  };
  let Lazy: ComponentType<Props> = lazy(begin);
  const again = () => {
    Lazy = lazy(begin);
  };
  // What it is drawn as stays: another kind of part in its place would begin anew and lose what was typed and opened.
  const Shown = (props: Props) => {
    const [Ready] = useState(() => Loaded);
    return Ready ? <Ready {...props} /> : <Loading onAgain={again}>{() => <Lazy {...props} />}</Loading>;
  };
  return Object.assign(Shown, { preload: () => void begin().catch(() => undefined) });
}

/** Its file did not come: the server is away, or a newer version has other files. */
class NotLoaded extends Error {
  constructor(cause: unknown) {
    super("A part of ScraperSky could not be loaded.", { cause });
  }
}

interface LoadingProps {
  onAgain: () => void;
  children: () => ReactNode;
}

class Loading extends Component<LoadingProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  /** After an upgrade nothing here can be had any more, and a page whose answers changed may stumble over them. */
  override componentDidCatch() {
    void isOutdated().then((outdated) => outdated && reloadOnce());
  }

  readonly #again = () => {
    this.props.onAgain();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children();
    return error instanceof NotLoaded ? (
      <Trouble title="This part of ScraperSky could not be loaded." onAgain={this.#again}>
        A newer version was installed since this page was opened, or the server cannot be reached.
      </Trouble>
    ) : (
      <Trouble title="This part of ScraperSky stumbled over something it does not know." onAgain={this.#again}>
        {String(error).slice(0, 300)}
      </Trouble>
    );
  }
}

const RELOADED = "reloaded";

/** Something between here and the server may keep the old page: then it is the person who reloads. */
function reloadOnce(): void {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < 60_000) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

function Trouble({ title, onAgain, children }: { title: string; onAgain: () => void; children: ReactNode }) {
  return (
    <div className="pane" role="alert">
      <Notice title={title} action={{ label: "Reload", run: () => location.reload() }}>
        {children}{" "}
        <button type="button" className="link-button" onClick={onAgain}>
          Try again
        </button>
      </Notice>
    </div>
  );
}

const LONG = 8_000;

/** Until a screen is there. One that does not come, as while a server is being upgraded, is not waited for in silence. */
export function Wait() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return <p className="notice quiet">Loading…</p>;
  return (
    <Notice title="This takes long." action={{ label: "Reload", run: () => location.reload() }}>
      The server is slow, or is being upgraded. What is loaded shows as soon as it is here.
    </Notice>
  );
}
