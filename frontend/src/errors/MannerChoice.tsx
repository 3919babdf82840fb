import { FIRST, WAITS, type Manner } from "./groups.ts";

interface MannerChoiceProps { manner: Manner; wait: number; onManner: (manner: Manner) => void; onWait: (seconds: number) => void }

export function MannerChoice({ manner, wait, onManner, onWait }: MannerChoiceProps) {
  const option = (name: Manner, words: string) => (
    <label><input type="radio" name="manner" checked={manner === name} onChange={() => onManner(name)} />{words}</label>
  );
  return (
    <fieldset className="manner">
      <legend>How</legend>
      {option("now", "All of them, now")}
      <div className="manner-line">
        {option("later", "With back-off: workers begin in")}
        <select aria-label="Back-off" value={wait} onChange={(event) => { onWait(Number(event.target.value)); onManner("later"); }}>
          {WAITS.map(([seconds, words]) => <option key={seconds} value={seconds}>{words}</option>)}
        </select>
      </div>
      {option("first", `The first ${FIRST} only, to see whether it helps`)}
    </fieldset>
  );
}
