// A screen that is loaded when it is first wanted, or before. One that is there already is drawn at once: a lazy part of
// React's own would first show what stands in for it, and then hold itself back for a third of a second.
import { Component, type ComponentType, lazy, type ReactNode } from "react";
import { Notice } from "./Notice.tsx";

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
  const draw = (props: Props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />);
  const Shown = (props: Props) =>
    Loaded ? <Loaded {...props} /> : <Loading onAgain={again}>{() => draw(props)}</Loading>;
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

  readonly #again = () => {
    this.props.onAgain();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children();
    if (!(error instanceof NotLoaded)) throw error;
    return (
      <div className="pane" role="alert">
        <Notice
          title="This part of ScraperSky could not be loaded."
          action={{ label: "Reload", run: () => location.reload() }}
        >
          A newer version was installed since this page was opened, or the server cannot be reached.{" "}
          <button type="button" className="link-button" onClick={this.#again}>
            Try again
          </button>
        </Notice>
      </div>
    );
  }
}
