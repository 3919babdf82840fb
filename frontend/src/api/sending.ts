// What is queued in some tabs leaves the product: there it is called sending, and many rows are asked about first.
import { number } from "../text/numbers.ts";
import type { Meta, Settable, WorkflowMeta } from "./types.ts";

type Handing = Pick<WorkflowMeta, "hands_over">;

const VERBS: Record<Settable, string> = { Queued: "Queue", Skipped: "Skip", New: "Reset" };

/** The word of a decision in a tab. */
export const verbOf = (status: Settable, { hands_over }: Handing): string =>
  hands_over && status === "Queued" ? "Send" : VERBS[status];

const TARGETS: Readonly<Record<string, string>> = {
  webhook: "your webhook",
  hubspot: "HubSpot",
  brevo: "Brevo",
  rest: "your service",
  folder: "the server's folder",
};

export const targetName = (name: string): string => TARGETS[name] ?? name;

/** To whom rows go that are queued here; null where they stay in the house. */
export const recipients = (
  { hands_over }: Handing,
  { delivery_targets }: Pick<Meta, "delivery_targets">,
): string | null =>
  hands_over && delivery_targets.length > 0 ? new Intl.ListFormat("en").format(delivery_targets.map(targetName)) : null;

/** What queueing is for in a tab. */
export const aimOf = ({ hands_over, purpose }: Handing & { purpose: string }, to: string | null): string => {
  if (!hands_over) return purpose;
  return to ? `Check and send to ${to}` : "Check only: no delivery target is set up, so nothing is sent";
};

/** What holds the address to write to. */
export const addressField = ({ columns }: Pick<WorkflowMeta, "columns">): string | null =>
  columns.find(({ kind }) => kind === "email")?.name ?? null;

/** How many of the rows that are sent cannot be written to. */
export const withoutAddressWords = (without: number, of: number): string => {
  if (without === 0) return "";
  const who = without < of ? `${number(without)} of them` : of === 1 ? "It" : `All ${number(of)}`;
  return `${who} ${without === 1 ? "has" : "have"} no e-mail address.`;
};

/** What tells the best way to reach who is sent; a row without one goes to nobody. */
export const reachField = ({ columns }: Pick<WorkflowMeta, "columns">): string | null =>
  columns.find(({ name }) => name === "reach")?.name ?? null;

/** How many of the rows that would be sent can be reached in no way. */
export const unreachableWords = (count: number, of: number): string => {
  const who = count < of ? `${number(count)} of them` : of === 1 ? "It" : `All ${number(of)}`;
  return `${who} can be reached in no way: no e-mail address, phone or WhatsApp number. No target takes ${count === 1 ? "it" : "them"}.`;
};

/** What the server answered, in the words of sending.

 * @example sentWords("Updated 2 rows to Queued. 1 not found.", "HubSpot") // "2 rows go to HubSpot. 1 not found."
 */
export const sentWords = (message: string, to: string): string =>
  message.replace(
    /^Updated ([\d,]{1,20}) (rows?) to Queued\./,
    (_, count, rows) => `${count} ${rows} ${rows === "row" ? "goes" : "go"} to ${to}.`,
  );
