// Ways to go on typing, under a field that says which of them is chosen.
import { shown } from "../text/shown.ts";
import "./completions.css";

interface CompletionsProps<Each> {
  id: string;
  items: readonly Each[];
  chosen: number;
  onTake: (item: Each) => void;
}

export function Completions<Each extends { text: string; hint: string }>(props: CompletionsProps<Each>) {
  const { id, items, chosen, onTake } = props;
  return (
    <ul id={`${id}-list`} role="listbox" aria-label="Ways to go on" className="completions" hidden={items.length === 0}>
      {items.map((each, index) => (
        <li
          key={each.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          ref={(line) => {
            if (index === chosen) line?.scrollIntoView({ block: "nearest" });
          }}
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(each);
          }}
        >
          <span className="foreign">
            <strong>{shown(each.text, 60)}</strong>
          </span>
          <span className="quiet foreign">{shown(each.hint, 60)}</span>
        </li>
      ))}
    </ul>
  );
}
