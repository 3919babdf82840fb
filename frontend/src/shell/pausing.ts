// Switching stages off and on: shown at once, with a way back.
import type { QueryClient } from "@tanstack/react-query";
import { put } from "../api/client.ts";
import type { Meta, Overview } from "../api/types.ts";
import { plural } from "../text/numbers.ts";
import { inWords } from "../text/trouble.ts";
import { problem, toast } from "../ui/Toasts.tsx";

export async function setPaused(client: QueryClient, names: readonly string[], paused: boolean): Promise<void> {
  show(client, names, paused);
  try {
    const messages = await Promise.all(names.map((name) => put(`/workflows/${name}/paused/${String(paused)}`)));
    const words = messages.length === 1 ? messages[0]?.message : undefined;
    toast(words ?? inAll(names.length, paused), {
      about: "paused",
      action: { label: "Undo", run: () => void setPaused(client, names, !paused) },
    });
  } catch (error) {
    show(client, names, !paused);
    problem(inWords(error));
  }
  refresh(client);
}

/** Taking it back leaves alone what was paused before. */
export async function setAllPaused(client: QueryClient, changed: readonly string[], paused: boolean): Promise<void> {
  show(client, changed, paused);
  try {
    const { message } = await put(`/workflows/paused/${String(paused)}`);
    toast(message, { about: "paused", action: { label: "Undo", run: () => void setPaused(client, changed, !paused) } });
  } catch (error) {
    show(client, changed, !paused);
    problem(inWords(error));
  }
  refresh(client);
}

const inAll = (count: number, paused: boolean): string =>
  `${plural(count, "workflow is", "workflows are")} ${paused ? "paused" : "running"} now.`;

function show(client: QueryClient, names: readonly string[], paused: boolean): void {
  const patched = <Each extends { name: string; paused: boolean }>(each: Each): Each =>
    names.includes(each.name) ? { ...each, paused } : each;
  client.setQueryData<Meta>(["meta"], (meta) => meta && { ...meta, workflows: meta.workflows.map(patched) });
  client.setQueryData<Overview>(
    ["overview"],
    (overview) => overview && { ...overview, workflows: overview.workflows.map(patched) },
  );
}

function refresh(client: QueryClient): void {
  for (const key of ["overview", "meta", "settings"]) void client.invalidateQueries({ queryKey: [key] });
}
