// The pipeline as a picture: what each stage holds, and how much of it went on to the next.
import { useId, useMemo } from "react";
import { Link } from "wouter";
import type { WorkflowMeta, WorkflowOverview } from "../api/types.ts";
import { useWidth } from "../charts/useWidth.ts";
import { percent } from "../text/numbers.ts";
import { STATES } from "../ui/State.tsx";
import { type Column, flowOf, lines, type Ribbon, TALLEST } from "./layout.ts";
import { above, below, inFull, type Measure } from "./measures.ts";
import { stageLink } from "./tabs.ts";

interface FlowGraphProps {
  stages: readonly WorkflowMeta[];
  overviews: readonly WorkflowOverview[];
  measure: Measure;
}

export function FlowGraph({ stages, overviews, measure }: FlowGraphProps) {
  const [box, room] = useWidth<HTMLDivElement>();
  const flow = useMemo(() => flowOf(stages, overviews, STATES, room), [stages, overviews, room]);
  const facts = new Map(overviews.map((each) => [each.name, each]));
  return (
    <div ref={box} className="flow-box">
      {room > 0 && (
        <svg
          className="flow"
          width={flow.width}
          height={flow.height}
          role="group"
          aria-label="Pipeline, stage by stage"
        >
          {flow.ribbons.map((ribbon) => (
            <RibbonShape
              key={`${ribbon.from} ${ribbon.to}`}
              ribbon={ribbon}
              isGrey={ribbon.share === 0 || (facts.get(ribbon.from)?.paused ?? false)}
            />
          ))}
          {flow.columns.map((column) => {
            const stage = stages.find(({ name }) => name === column.name);
            const about = facts.get(column.name);
            return stage && about ? (
              <ColumnShape key={column.name} column={column} stage={stage} facts={about} measure={measure} />
            ) : null;
          })}
        </svg>
      )}
    </div>
  );
}

function RibbonShape({ ribbon: { path, share, x, y, isNarrow }, isGrey }: { ribbon: Ribbon; isGrey: boolean }) {
  return (
    <g className={isGrey ? "ribbon ribbon-grey" : "ribbon"} aria-hidden="true">
      <path d={path}>
        <title>{`${percent(share)} went on`}</title>
      </path>
      {!isNarrow && share > 0 && (
        <text x={x} y={y + 4} textAnchor="middle">
          {percent(share)}
        </text>
      )}
    </g>
  );
}

function ColumnShape({
  column,
  stage,
  facts,
  measure,
}: {
  column: Column;
  stage: WorkflowMeta;
  facts: WorkflowOverview;
  measure: Measure;
}) {
  const clip = useId();
  const { x, y, width, height, middle, total } = column;
  const centre = x + width / 2;
  const words = inFull(facts, total);
  const title = lines(stage.title, Math.floor(column.room / 6.5));
  const foot = middle + TALLEST / 2 + 20;
  const tone = [facts.paused ? "column-paused" : "", facts.too_many_errors ? "column-errors" : ""].join(" ");
  return (
    <Link href={stageLink(stage)} className={`column ${tone}`} aria-label={words}>
      <title>{words}</title>
      <clipPath id={clip}>
        <rect x={x} y={y} width={width} height={height} rx="7" />
      </clipPath>
      <rect className="column-ground" x={x} y={y} width={width} height={height} rx="7" />
      <g clipPath={`url(#${clip})`}>
        {column.bands.map((band) => (
          <rect
            key={band.state}
            className={`paint-${band.state.toLowerCase()}`}
            x={x}
            y={band.y}
            width={width}
            height={Math.max(0.5, band.height - 0.75)}
          />
        ))}
      </g>
      <rect className="column-frame" x={x - 3} y={y - 3} width={width + 6} height={height + 6} rx="10" />
      <text className="column-number" x={centre} y={y - 11} textAnchor="middle">
        {above(measure, facts, total)}
      </text>
      {title.map((line, index) => (
        <text key={line} className="column-title" x={centre} y={foot + index * 15} textAnchor="middle">
          {line}
        </text>
      ))}
      <text className="column-below" x={centre} y={foot + title.length * 15} textAnchor="middle">
        {below(measure, facts)}
      </text>
    </Link>
  );
}
