// The documents' Markdown as blocks and runs: as much of it as they use. Pure; nothing becomes markup.
export type Run =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "stress"; text: string }
  | { kind: "link"; text: string; to: string };
export type Block =
  | { kind: "heading"; level: number; runs: Run[] }
  | { kind: "paragraph"; runs: Run[] }
  | { kind: "list"; isOrdered: boolean; items: Run[][] }
  | { kind: "code"; text: string }
  | { kind: "table"; head: Run[][]; rows: Run[][][] };

const RUN = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)|(?<![\w*])\*([^*\s][^*]*)\*/g;
const ITEM = /^(?:[-*]|(\d+)\.)\s+(.*)$/;
const IMAGE = /^!\[[^\]]*\]\([^)]*\)$/;

export function runs(text: string): Run[] {
  const out: Run[] = [];
  let at = 0;
  for (const match of text.matchAll(RUN)) {
    if (match.index > at) out.push({ kind: "text", text: text.slice(at, match.index) });
    const [whole, code, strong, label, to, stress] = match;
    if (code !== undefined) out.push({ kind: "code", text: code });
    else if (strong !== undefined) out.push({ kind: "strong", text: strong });
    else if (stress !== undefined) out.push({ kind: "stress", text: stress });
    else out.push({ kind: "link", text: label ?? "", to: to ?? "" });
    at = match.index + whole.length;
  }
  if (at < text.length) out.push({ kind: "text", text: text.slice(at) });
  return out;
}

/** Pictures and remarks to whoever edits are left out. */
export function blocks(text: string): Block[] {
  const lines = text.replace(/<!--[\s\S]*?-->/g, "").split("\n");
  const out: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const [block, used] = blockAt(lines, at);
    if (block) out.push(block);
    at += used;
  }
  return out;
}

function blockAt(lines: readonly string[], at: number): [Block | null, number] {
  const line = lines[at]?.trim() ?? "";
  if (line === "" || IMAGE.test(line)) return [null, 1];
  if (line.startsWith("```")) return fenced(lines, at);
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  if (heading) return [{ kind: "heading", level: heading[1]?.length ?? 1, runs: runs(heading[2] ?? "") }, 1];
  const count = lines.slice(at).findIndex((each, index) => index > 0 && ends(each, line));
  const part = lines.slice(at, count < 0 ? undefined : at + count);
  if (line.startsWith("|")) return [table(part), part.length];
  if (ITEM.test(line)) return [list(part), part.length];
  return [{ kind: "paragraph", runs: runs(part.map((each) => each.trim()).join(" ")) }, part.length];
}

/** A list goes on over its indented lines; everything else ends where another kind of line begins. */
function ends(line: string, first: string): boolean {
  const isList = ITEM.test(first);
  const tidy = line.trim();
  if (tidy === "") return true;
  if (isList) return !ITEM.test(tidy) && !line.startsWith(" ");
  return (
    tidy.startsWith("```") || tidy.startsWith("#") || tidy.startsWith("|") !== first.startsWith("|") || ITEM.test(tidy)
  );
}

function fenced(lines: readonly string[], at: number): [Block, number] {
  const end = lines.findIndex((each, index) => index > at && each.trim().startsWith("```"));
  const last = end < 0 ? lines.length : end;
  return [{ kind: "code", text: lines.slice(at + 1, last).join("\n") }, last - at + 1];
}

function list(part: readonly string[]): Block {
  const items: string[] = [];
  for (const line of part) {
    const item = ITEM.exec(line.trim());
    if (item) items.push(item[2] ?? "");
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return { kind: "list", isOrdered: /^\d/.test(part[0]?.trim() ?? ""), items: items.map(runs) };
}

function table(part: readonly string[]): Block {
  const [head = [], , ...rows] = part.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => runs(cell.trim().replaceAll("\\|", "|"))),
  );
  return { kind: "table", head, rows };
}
