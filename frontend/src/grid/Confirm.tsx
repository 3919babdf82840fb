// Before many rows change: how many exactly, which, how long it takes and what it costs.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { undoSeconds } from "../api/decide.ts";
import { useMeta, useOrigins } from "../api/queries.ts";
import { recipients, unreachableWords, verbOf, withoutAddressWords } from "../api/sending.ts";
import type { WorkflowMeta } from "../api/types.ts";
import { number, plural } from "../text/numbers.ts";
import { named } from "../text/origins.ts";
import { shown } from "../text/shown.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/Toasts.tsx";
import { withoutDone } from "./asking.ts";
import { reachableOf, useCounted, useDone, useUnreachable, useWithoutAddress } from "./chosenCounts.ts";
import { asCommand } from "./command.ts";
import { DriftNote, ForecastFacts, Ruled, Since } from "./Facts.tsx";
import { type Asked, type Deciding, TRIED } from "./useDecide.ts";

const AGAIN = "They are worked on again, and what that costs is paid again.";

export function Confirm({ workflow, asked, deciding }: { workflow: WorkflowMeta; asked: Asked; deciding: Deciding }) {
  const { status, selection, drift } = asked;
  const meta = useMeta();
  const origins = useOrigins(workflow.name);
  const counted = useCounted(workflow, selection, drift?.actual ?? null);
  const [takesDone, setTakesDone] = useState(false);
  const done = useDone(workflow, selection).data ?? null;
  const whole = counted.data?.count ?? null;
  const isMixed = status !== "New" && done !== null && whole !== null && done.length > 0 && done.length < whole;
  const leavesDone = isMixed && !takesDone;
  const open = leavesDone ? withoutDone(selection, done.ids) : selection;
  const openCount = whole === null || done === null ? null : whole - (leavesDone ? done.length : 0);
  const to = status === "Queued" ? recipients(workflow, meta) : null;
  const [sendsAll, setSendsAll] = useState(false);
  const unreachable = useUnreachable(workflow, open, to !== null);
  const out = unreachable.data?.length ?? 0;
  const leavesOut = out > 0 && !sendsAll;
  const meant = leavesOut ? reachableOf(workflow, open, unreachable.data?.ids ?? []) : open;
  const count = openCount === null || unreachable.isLoading ? null : openCount - (leavesOut ? out : 0);
  const without = useWithoutAddress(workflow, meant, to !== null).data ?? 0;
  const seconds = undoSeconds(useQueryClient());
  const close = () => deciding.ask(null);
  const copy = () => {
    void navigator.clipboard.writeText(
      asCommand({ workflow, selection: meant, status, expected: count, user: meta.user.name, origin: location.origin }),
    );
    toast("The command is in the clipboard.");
  };
  return (
    <Dialog
      title={
        count === null
          ? "Counting the rows that match…"
          : to
            ? `Send ${plural(count, "row")} to ${to}?`
            : `Set ${plural(count, "row")} to ${status}?`
      }
      onClose={close}
      className="confirm"
    >
      {drift && <DriftNote expected={drift.expected} actual={drift.actual} />}
      {counted.error && (
        <p className="problem" role="alert">
          {counted.error.message}
        </p>
      )}
      <dl className="confirm-facts">
        <div>
          <dt>Rows</dt>
          <dd className="foreign">
            {counted.data ? shown(named(counted.data.words, origins.data?.items ?? []), 400) : "…"}
            {selection.kind === "all" && selection.except.size > 0 && <> — except {number(selection.except.size)}</>}
          </dd>
        </div>
        {whole !== null && <Since workflow={workflow} asked={asked} count={whole} deciding={deciding} />}
        {done !== null && done.length > 0 && status !== "New" && (isMixed || status === "Queued") && (
          <div>
            <dt>Done before</dt>
            <dd>
              {isMixed ? (
                <label>
                  <input type="checkbox" checked={takesDone} onChange={() => setTakesDone(!takesDone)} />{" "}
                  {verbOf(status, workflow)} the {number(done.length)} that {done.length === 1 ? "is" : "are"} Complete
                  too
                  {status === "Queued" && `. ${AGAIN}`}
                </label>
              ) : (
                `All of them are Complete. ${AGAIN}`
              )}
            </dd>
          </div>
        )}
        {openCount !== null && out > 0 && (
          <div>
            <dt>Out of reach</dt>
            <dd>
              {unreachableWords(out, openCount)}{" "}
              <label>
                <input type="checkbox" checked={sendsAll} onChange={() => setSendsAll(!sendsAll)} /> Send{" "}
                {out === 1 ? "it" : "them"} too, to be done with {out === 1 ? "it" : "them"}
              </label>
            </dd>
          </div>
        )}
        {status === "New" && <Ruled workflow={workflow} seconds={seconds} />}
        {count !== null && without > 0 && (
          <div>
            <dt>Addresses</dt>
            <dd>{withoutAddressWords(without, count)}</dd>
          </div>
        )}
        {status === "Queued" && count !== null && <ForecastFacts workflow={workflow} rows={count} />}
        <div>
          <dt>Way back</dt>
          <dd>
            {status === "Queued" && seconds > 0
              ? `Undo within ${plural(seconds, "second")}. After that workers take the rows, and what they ${to ? "sent stays sent" : "finished stays"}.`
              : "Undo with the toast or from History. Rows that a worker already took are named."}
          </dd>
        </div>
      </dl>
      <div className="dialog-actions confirm-actions">
        <button type="button" className="button" onClick={copy} disabled={count === null}>
          Copy as command
        </button>
        <button type="button" className="button" data-first onClick={close}>
          Cancel
        </button>
        {status === "Queued" && (
          <button
            type="button"
            className="button"
            disabled={count === null || deciding.isBusy}
            onClick={() => deciding.tryFirst(meant, count)}
          >
            Try {TRIED} first
          </button>
        )}
        <button
          type="button"
          className="button primary"
          disabled={count === null || count === 0 || deciding.isBusy}
          onClick={() => count !== null && void deciding.send(status, meant, count)}
        >
          {verbOf(status, workflow)} {count === null ? "" : number(count)}
        </button>
      </div>
    </Dialog>
  );
}
