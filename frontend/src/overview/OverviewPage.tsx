// The first screen: what there is, what moves, and what waits for a person.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useMeta, useOverview } from "../api/queries.ts";
import type { Overview } from "../api/types.ts";
import { useEvent, useOffline } from "../live/useLive.ts";
import { Answer, type Asked, Refusal } from "../ui/Answer.tsx";
import { Moment } from "../ui/Moment.tsx";
import { Cards } from "./Cards.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { LiveTail } from "./LiveTail.tsx";
import { Needs } from "./Needs.tsx";
import { PauseAll } from "./PauseAll.tsx";
import { Pipeline } from "./Pipeline.tsx";
import { Queues } from "./Queues.tsx";
import { RecentLinks } from "./RecentLinks.tsx";
import { Throughput } from "./Throughput.tsx";
import "./overview.css";

export default function OverviewPage() {
  const overview = useSwitchedOverview();
  const offline = useOffline();
  useRefresh();
  return (
    <main id="main" className="pane overview">
      <header className="pane-head">
        <h1>Overview</h1>
        {offline && overview.data && (
          <p className="quiet">
            as of <Moment at={overview.data.at} />
          </p>
        )}
        {overview.data && !overview.data.is_empty && <PauseAll overview={overview.data} />}
      </header>
      <Refusal reason={offline} />
      <Answer query={overview} what="the overview">
        {(data) => <Content overview={data} />}
      </Answer>
    </main>
  );
}

function Content({ overview }: { overview: Overview }) {
  if (overview.is_empty) return <FirstSteps />;
  return (
    <>
      <Cards overview={overview} />
      <Needs needs={overview.needs} />
      <RecentLinks />
      <Pipeline overview={overview} />
      <div className="overview-pair">
        <Throughput />
        <LiveTail />
      </div>
      <Queues overview={overview} />
    </>
  );
}

/** Whether a stage is paused is what its switch says; the overview may be a moment older. */
function useSwitchedOverview(): Asked<Overview> {
  const query = useOverview();
  const { workflows } = useMeta();
  const data = useMemo(() => {
    const paused = new Map(workflows.map((each) => [each.name, each.paused]));
    return (
      query.data && {
        ...query.data,
        workflows: query.data.workflows.map((each) => ({ ...each, paused: paused.get(each.name) ?? each.paused })),
      }
    );
  }, [query.data, workflows]);
  return { data, error: query.error, failureReason: query.failureReason, refetch: query.refetch };
}

const AGAIN_MS = 10_000;

/** The stream brings counts and rates; ages, forecasts and needs are asked for again while things change. */
function useRefresh(): void {
  const client = useQueryClient();
  const last = useRef(Date.now());
  useEvent("tick", () => {
    if (document.hidden || Date.now() - last.current < AGAIN_MS) return;
    last.current = Date.now();
    void client.invalidateQueries({ queryKey: ["overview"] });
  });
}
