// What the palette offers: places, views, actions, and rows that bear the words.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { savePrefs, useMeta, usePrefs } from "../api/queries.ts";
import type { Found, Meta } from "../api/types.ts";
import { type Tab, useTabAddress } from "../grid/following.ts";
import { stepOf } from "../text/step.ts";
import { linkTo, useGo } from "../text/url.ts";
import { setPaused } from "./pausing.ts";

export interface Command {
  id: string;
  words: string;
  hint?: string;
  state?: Found["state"];
  run: () => void;
}

export function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ words: name, hint }) =>
    words.every((word) => `${name} ${hint ?? ""}`.toLowerCase().includes(word)),
  );
}

export function useFound(text: string): Command[] {
  const go = useGo();
  const meta = useMeta();
  const wanted = text.trim();
  const { data } = useQuery({
    queryKey: ["find", wanted],
    queryFn: ({ signal }) => get("/find", { q: wanted }, signal),
    enabled: wanted.length > 2,
  });
  if (wanted.length <= 2) return [];
  return (data ?? []).map((each) => {
    const workflow = meta.workflows.find(({ name }) => name === each.workflow);
    return {
      id: `row-${each.workflow}-${each.id}`,
      words: each.title,
      hint: [workflow?.title, each.subtitle].filter(Boolean).join(" · "),
      state: each.state,
      run: () => workflow && go(`/w/${workflow.kebab}/${each.id}`),
    };
  });
}

export function useRemember(): (id: string) => void {
  const client = useQueryClient();
  const recent = usePrefs()?.recent ?? [];
  return (id) => void savePrefs(client, { recent: [id, ...recent.filter((each) => each !== id)].slice(0, 12) });
}

export function useCommands(): Command[] {
  const go = useGo();
  const addressOf = useTabAddress();
  const client = useQueryClient();
  const meta = useMeta();
  const recent = usePrefs()?.recent ?? [];
  const views = useQuery({ queryKey: ["views"], queryFn: ({ signal }) => get("/views", {}, signal) }).data ?? [];
  const commands: Command[] = [
    ...places(meta).map(({ words, path, hint, tab }) => ({
      id: `go-${path}`,
      words,
      hint,
      run: () => go(tab ? addressOf(tab) : path),
    })),
    ...views.flatMap((view) => {
      const workflow = meta.workflows.find(({ name }) => name === view.workflow);
      return workflow
        ? [
            {
              id: `view-${view.id}`,
              words: `View: ${view.name}`,
              hint: workflow.title,
              run: () => go(linkTo(workflow.kebab, { view: view.id })),
            },
          ]
        : [];
    }),
    ...meta.workflows.flatMap(({ name, title, kebab, paused }) => [
      {
        id: `pause-${name}`,
        words: `${paused ? "Resume" : "Pause"} ${title}`,
        run: () => void setPaused(client, [name], !paused),
      },
      { id: `errors-${name}`, words: `${title}: rows with errors`, run: () => go(linkTo(kebab, { status: "Error" })) },
      ...(meta.user.may_export
        ? [{ id: `export-${name}`, words: `Export ${title}`, run: () => go(`/exports?workflow=${name}`) }]
        : []),
    ]),
    ...(["light", "dark", "system"] as const).map((theme) => ({
      id: `theme-${theme}`,
      words: `Theme: ${theme}`,
      run: () => void savePrefs(client, { theme }),
    })),
  ];
  const rank = new Map(recent.map((id, index) => [id, index]));
  return commands.toSorted((one, other) => (rank.get(one.id) ?? 99) - (rank.get(other.id) ?? 99));
}

export function places(meta: Pick<Meta, "workflows">): { words: string; path: string; hint?: string; tab?: Tab }[] {
  return [
    { words: "Overview", path: "/" },
    { words: "New search", path: "/search" },
    { words: "Import a file", path: "/import" },
    ...meta.workflows
      .filter((each) => !each.background_only)
      .map((tab) => ({ words: tab.title, path: linkTo(tab.kebab), hint: `step ${stepOf(tab)}`, tab })),
    { words: "Errors", path: "/errors" },
    { words: "Runs", path: "/runs" },
    { words: "Exports", path: "/exports" },
    { words: "History: undo what was decided", path: "/history" },
    { words: "Possible duplicates", path: "/duplicates" },
    { words: "Rules: what goes on by itself", path: "/rules" },
    { words: "Schedules: searches that are repeated", path: "/rules/schedules" },
    { words: "Budgets: what may be spent", path: "/rules/budgets" },
    { words: "Privacy: suppression and erasure", path: "/privacy" },
    { words: "Settings", path: "/settings" },
    { words: "Delivery targets and webhooks, and whether they answer", path: "/settings/delivery" },
    { words: "My account: password, sessions, tokens", path: "/account" },
    { words: "Audit: who did what", path: "/audit" },
  ];
}
