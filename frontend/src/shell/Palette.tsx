// Everything by name: places, views, switches, and any row by its id, host, address or name.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { get } from "../api/client.ts";
import { savePrefs, useMeta, usePrefs } from "../api/queries.ts";
import type { Found, Meta, View } from "../api/types.ts";
import { type Tab, useTabAddress } from "../grid/following.ts";
import { shown } from "../text/shown.ts";
import { linkTo, useGo } from "../text/url.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { StateMark } from "../ui/State.tsx";
import { setPaused } from "./pausing.ts";
import "./palette.css";

interface Command {
  id: string;
  words: string;
  hint?: string;
  state?: Found["state"];
  run: () => void;
}

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const commands = useCommands();
  const found = useFound(text);
  const listed = useMemo(() => [...matching(commands, text), ...found].slice(0, 60), [commands, text, found]);
  const at = Math.min(chosen, Math.max(0, listed.length - 1));
  const remember = useRemember();
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    remember(command.id);
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((at + step + listed.length) % Math.max(1, listed.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(listed[at]);
    }
  };
  return (
    <Dialog title="Commands" onClose={onClose} wide className="palette">
      <input
        className="palette-input"
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={listed[at] ? `${id}-${at}` : undefined}
        aria-label="Type a command, an id, a host or an address"
        placeholder="Type a command, an id, a host or an address"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Commands" className="palette-list">
        {listed.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(command)}
          >
            <span className="palette-words">{shown(command.words, 120)}</span>
            {command.state && <StateMark state={command.state} />}
            {command.hint && <span className="quiet">{shown(command.hint, 80)}</span>}
          </li>
        ))}
      </ul>
      {listed.length === 0 && <p className="quiet">Nothing by that name.</p>}
    </Dialog>
  );
}

function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ words: name, hint }) =>
    words.every((word) => `${name} ${hint ?? ""}`.toLowerCase().includes(word)),
  );
}

function useFound(text: string): Command[] {
  const go = useGo();
  const meta = useMeta();
  const wanted = text.trim();
  const { data } = useQuery({
    queryKey: ["find", wanted],
    queryFn: ({ signal }) => get<Found[]>("/find", { q: wanted }, signal),
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

function useRemember(): (id: string) => void {
  const client = useQueryClient();
  const recent = usePrefs()?.recent ?? [];
  return (id) => void savePrefs(client, { recent: [id, ...recent.filter((each) => each !== id)].slice(0, 12) });
}

function useCommands(): Command[] {
  const go = useGo();
  const addressOf = useTabAddress();
  const client = useQueryClient();
  const meta = useMeta();
  const recent = usePrefs()?.recent ?? [];
  const views =
    useQuery({ queryKey: ["views"], queryFn: ({ signal }) => get<View[]>("/views", {}, signal) }).data ?? [];
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
      { id: `export-${name}`, words: `Export ${title}`, run: () => go(`/exports?workflow=${name}`) },
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
    ...meta.workflows
      .filter((each) => !each.background_only)
      .map((tab) => ({ words: tab.title, path: linkTo(tab.kebab), hint: tab.code, tab })),
    { words: "Errors", path: "/errors" },
    { words: "Runs", path: "/runs" },
    { words: "Exports", path: "/exports" },
    { words: "History", path: "/history" },
    { words: "Possible duplicates", path: "/duplicates" },
    { words: "Settings", path: "/settings" },
  ];
}
