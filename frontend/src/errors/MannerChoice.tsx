import { FIRST, type Manner, SPANS } from "./groups.ts";

interface MannerChoiceProps {
  rows: number;
  groups: number;
  manner: Manner;
  over: number;
  onManner: (manner: Manner) => void;
  onOver: (seconds: number) => void;
}

export function MannerChoice({ rows, groups, manner, over, onManner, onOver }: MannerChoiceProps) {
  const option = (name: Manner, words: string) => (
    <label>
      <input type="radio" name="manner" checked={manner === name} onChange={() => onManner(name)} />
      {words}
    </label>
  );
  return (
    <fieldset className="manner">
      <legend>How</legend>
      {option("now", "All of them, now")}
      <div className="manner-line">
        {option("spread", "One after the other, spread over")}
        <select
          aria-label="Spread over"
          value={over}
          onChange={(event) => {
            onOver(Number(event.target.value));
            onManner("spread");
          }}
        >
          {SPANS.map(([seconds, words]) => (
            <option key={seconds} value={seconds}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {manner === "spread" && (
        <p className="quiet manner-why">
          No host gets all of its rows at once: those of each are spread over the whole time.
        </p>
      )}
      {rows > FIRST &&
        option("first", `The first ${FIRST} ${groups > 1 ? "of each" : "only"}, to see whether it helps`)}
    </fieldset>
  );
}
