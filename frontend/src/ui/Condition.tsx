// A part of a filter in words, which a click or a key takes out.
import { shown } from "../text/shown.ts";
import { Icon } from "./Icon.tsx";
import "./condition.css";

export function Condition({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <span className="condition" title={shown(words, 300)}>
      <span className="foreign">{shown(words, 160)}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Without ${shown(words, 60)}`}
        onClick={onRemove}
        onKeyDown={(event) => {
          if (event.key !== "Delete" && event.key !== "Backspace") return;
          event.preventDefault();
          onRemove();
        }}
      >
        <Icon name="close" />
      </button>
    </span>
  );
}
