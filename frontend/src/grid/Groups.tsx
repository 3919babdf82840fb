// The matching rows by one of their values: each group is opened or decided as a whole.
import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { useMeta } from "../api/queries.ts";
import { verbOf } from "../api/sending.ts";
import type { RowGroup, RowGroups, Settable, State, WorkflowMeta } from "../api/types.ts";
import { pathOf } from "../api/workflows.ts";
import { number, plural } from "../text/numbers.ts";
import { shown } from "../text/shown.ts";
import { Answer } from "../ui/Answer.tsx";
import { Notice } from "../ui/Notice.tsx";
import { StateBar } from "../ui/State.tsx";
import { openStates } from "./asking.ts";
import { matchingIn } from "./counts.ts";
import { inWords } from "./FacetRail.tsx";
import { allMatching } from "./selection.ts";
import { withToken } from "./tokens.ts";
import type { Deciding } from "./useDecide.ts";
import type { Grid } from "./useGrid.ts";

interface GroupsProps {
  grid: Grid;
  by: string;
  deciding: Deciding;
}

export function Groups({ grid, by, deciding }: GroupsProps) {
  const query = useGroups(grid, by);
  const label = grid.workflow.search_fields.find(({ name }) => name === by)?.label ?? by;
  return (
    <div className="grid-rows">
      <div className="grid-card groups" tabIndex={0} role="group" aria-label={`Groups: ${label}`}>
        <Answer query={query} what="the groups">
          {(answer) =>
            answer.groups.length === 0 ? (
              <Notice title="Nothing matches, so there are no groups." />
            ) : (
              <Table answer={answer} label={label} grid={grid} deciding={deciding} />
            )
          }
        </Answer>
      </div>
    </div>
  );
}

/** Whatever makes counts stale makes these stale. */
function useGroups({ workflow, filter: { states, search, origin } }: Grid, by: string) {
  const asked = { by, status_filter: states, search, origin };
  return useQuery({
    queryKey: ["facets", workflow.name, "groups", asked],
    queryFn: ({ signal }) => get(`${pathOf(workflow)}/groups`, asked, signal),
  });
}

interface TableProps {
  answer: RowGroups;
  label: string;
  grid: Grid;
  deciding: Deciding;
}

function Table({ answer, label, grid, deciding }: TableProps) {
  const { confirm_above } = useMeta();
  const moment = { through: answer.through, total: null, total_is_estimate: true };
  const rowsOf = ({ search }: RowGroup) => ({ ...grid.filter, search: withToken(grid.filter.search, search) });
  const decide = (group: RowGroup, status: Settable) => {
    const states = openStates(grid.filter.states);
    const count = matchingIn(group.states, states);
    const selection = allMatching({ ...rowsOf(group), states }, moment);
    if (answer.sampled || count > confirm_above) deciding.ask({ status, selection, drift: null });
    else void deciding.send(status, selection, count);
  };
  const more = answer.group_count - answer.groups.length;
  return (
    <>
      <table className="table stack">
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col" className="number">
              Rows
            </th>
            <th scope="col">States</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.groups.map((group) => (
            <GroupRow
              key={group.search}
              workflow={grid.workflow}
              group={group}
              chosen={grid.filter.states}
              why={deciding.why ?? (deciding.isBusy ? "A decision is on its way" : null)}
              onOpen={() => {
                grid.change({ group: null });
                grid.filterBy({ search: rowsOf(group).search });
              }}
              onDecide={(status) => decide(group, status)}
            />
          ))}
        </tbody>
      </table>
      <p className="quiet groups-sum">
        {plural(answer.matching, "row")} in {plural(answer.group_count, "group")}
        {more > 0 && `; the ${number(answer.groups.length)} largest are shown. Search to see the others`}
        {answer.sampled && ". Of very many rows the newest 20,000 are counted; before a decision all are"}.
      </p>
    </>
  );
}

interface GroupRowProps {
  workflow: WorkflowMeta;
  group: RowGroup;
  chosen: readonly State[];
  why: string | null;
  onOpen: () => void;
  onDecide: (status: Settable) => void;
}

function GroupRow({ workflow, group, chosen, why, onOpen, onDecide }: GroupRowProps) {
  const { label, count, states } = group;
  const name = label === null ? "empty" : shown(inWords(label), 160);
  const meant = matchingIn(states, openStates(chosen));
  const done = count - meant;
  return (
    <tr>
      <th scope="row">
        <button type="button" className="link-button foreign groups-name" title="Show these rows" onClick={onOpen}>
          {label === null ? <span className="quiet">empty</span> : name}
        </button>
      </th>
      <td className="number">{number(count)}</td>
      <td className="groups-states">
        <StateBar counts={states} />
      </td>
      <td>
        <div className="groups-actions">
          {(["Queued", "Skipped"] as const).map((status) => {
            const reason = why ?? (meant === 0 ? "All of them are done" : null);
            return (
              <button
                key={status}
                type="button"
                className="button"
                disabled={reason !== null}
                title={
                  reason ??
                  (done > 0
                    ? `${number(done)} done before ${done === 1 ? "stays as it is" : "stay as they are"}`
                    : undefined)
                }
                aria-label={`${verbOf(status, workflow)} ${done > 0 ? `${number(meant)} not done before` : "all"} of ${name}`}
                onClick={() => onDecide(status)}
              >
                {verbOf(status, workflow)} {number(meant)}
              </button>
            );
          })}
        </div>
      </td>
    </tr>
  );
}
