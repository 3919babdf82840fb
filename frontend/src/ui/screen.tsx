// A screen that is loaded when it is first wanted, or before. One that is there already is drawn at once: a lazy part of
// React's own would first show what stands in for it, and then hold itself back for a third of a second.
import { lazy, type ComponentType } from "react";

type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;
export type Screen<Props extends object> = ComponentType<Props> & { preload: () => void };

export function screen<Props extends object>(load: Load<Props>): Screen<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: ReturnType<Load<Props>> | undefined;
  const begin: Load<Props> = () => {
    loading ??= load().then((module) => {
      Loaded = module.default;
      return module;
    });
    loading.catch(() => { loading = undefined; });
    return loading;
  };
  const Lazy: ComponentType<Props> = lazy(begin);
  const Shown = (props: Props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />);
  return Object.assign(Shown, { preload: () => void begin() });
}
