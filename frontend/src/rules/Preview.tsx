// What a rule would do now, and whether people decided the same by hand.
import type { RulePreview } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";

const MOST = 8;

export function Preview({ preview: { words, matching, forecast, sample, replay } }: { preview: RulePreview }) {
  return (
    <div className="rule-preview" role="status">
      <p>
        <b>{shown(words, 300)}</b> <span className="quiet">It is true for {plural(matching, "row")} now.</span>
      </p>
      {forecast && <p className="quiet">{shown(forecast.words, 300)}</p>}
      {sample.length > 0 && (
        <p className="foreign">
          For example{" "}
          {sample
            .slice(0, MOST)
            .map(({ title }) => shown(title, 60))
            .join(" · ")}
        </p>
      )}
      {replay.decisions > 0 && <p>{shown(replay.words, 300)}</p>}
      {replay.differing.length > 0 && (
        <ul>
          {replay.differing.map((each) => (
            <li key={each.id} className="foreign">
              {shown(each.title, 80)}: a person said {shown(each.decided, 40)}, the rule{" "}
              {each.rule_says === "New" ? "leaves it to you" : `says ${shown(each.rule_says, 40)}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
