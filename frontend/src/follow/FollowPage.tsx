// One search from its phrase to its contacts: how far every stage is, whose turn it is, and how it goes on.
import { useEffect } from "react";
import type { OriginProgress } from "../api/types.ts";
import { watch } from "../herald/watched.ts";
import { shown } from "../text/shown.ts";
import { Answer } from "../ui/Answer.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ContactFile } from "./ContactFile.tsx";
import { StageLine } from "./StageLine.tsx";
import { comeOf, endWords, isLast, type Stage, turnOf, waitWords } from "./stages.ts";
import { type GoingOn, useGoingOn } from "./useGoingOn.ts";
import { useProgress } from "./useProgress.ts";
import "./follow.css";

export default function FollowPage({ origin }: { origin: string }) {
  const progress = useProgress(origin);
  const { stages } = progress;
  const going = useGoingOn(origin, progress.data, stages);
  const last = stages.at(-1);
  useWatching(origin, progress.data, stages);
  return (
    <main id="main" className="pane follow">
      <header className="pane-head">
        <h1 className="foreign">{progress.data ? shown(progress.data.label, 120) : "Your search"}</h1>
      </header>
      <Answer query={progress} what="the stages">
        {() => (
          <>
            <Lead stages={stages} going={going} />
            <ol className="card stages" aria-label="Stages of this search">
              {stages.map((stage) => (
                <StageLine
                  key={stage.workflow.name}
                  stage={stage}
                  origin={origin}
                  come={comeOf(stage, stages)}
                  goesOn={going.chosen.has(stage.workflow.name)}
                  onChoose={(goesOn) => going.choose(stage.workflow.name, goesOn)}
                />
              ))}
            </ol>
            {last && <ContactFile stage={last} origin={origin} />}
          </>
        )}
      </Answer>
    </main>
  );
}

/** Whoever goes elsewhere is told when it has come to its end. */
function useWatching(origin: string, progress: OriginProgress | undefined, stages: readonly Stage[]): void {
  const isMoving = progress !== undefined && endWords("", stages, progress.goes_on) === null;
  useEffect(() => {
    if (isMoving) watch(origin);
  }, [origin, isMoving]);
}

/** What to do now, in a sentence. */
function Lead({ stages, going: { chosen, chooseAll, chooseNone } }: { stages: readonly Stage[]; going: GoingOn }) {
  const isAll = stages.filter((stage) => !isLast(stage)).every(({ workflow }) => chosen.has(workflow.name));
  const isSending = stages.some((stage) => isLast(stage) && chosen.has(stage.workflow.name));
  const waiting = stages.filter((stage) => turnOf(stage) === "person" && !chosen.has(stage.workflow.name));
  return (
    <div className="card follow-lead">
      <p role="status">
        {isAll
          ? `Every stage goes on with all it gets, also when you close this page. ${isSending ? "Contacts are sent as they come." : "Contacts are not sent before you say so."}`
          : waiting.length > 0
            ? `${waitWords(waiting)}: go on with all but those that are closed, or look at them and decide.`
            : "Nothing waits for you. Each stage tells here what it found."}
      </p>
      {isAll ? (
        <button type="button" className="button" onClick={chooseNone}>
          Decide myself, in every stage
        </button>
      ) : (
        <button
          type="button"
          className="button primary"
          title="Places and businesses that are closed, as their source says, are left out"
          onClick={chooseAll}
        >
          <Icon name="bolt" />
          Go on with all, in every stage
        </button>
      )}
    </div>
  );
}
