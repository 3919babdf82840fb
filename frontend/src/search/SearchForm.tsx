import { AreaPicker } from "./AreaPicker.tsx";
import { Options } from "./Options.tsx";
import { SearchFrame } from "./SearchFrame.tsx";
import { useDraft } from "./useDraft.ts";

export function SearchForm() {
  const [draft, change] = useDraft();
  return (
    <SearchFrame draft={draft}>
      <label className="search-phrase">
        What to look for{draft.way === "phrase" ? ", and where" : ""}
        <input
          value={draft.phrase}
          autoFocus
          maxLength={200}
          placeholder={draft.way === "phrase" ? "dentists in Austin, TX" : "dentists"}
          onChange={(event) => change({ phrase: event.target.value })}
        />
      </label>
      <AreaPicker draft={draft} onChange={change} />
      <Options draft={draft} onChange={change} />
    </SearchFrame>
  );
}
