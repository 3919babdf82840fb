// A condition as it was said, written as rules are kept: a column's label becomes its field, a word for a sign the sign,
// and a word where a text belongs stands in quotes. The server understands both (curation_sdk/rules/tree.py).
import { ORDERED, PART, quoted, type RuleField } from "./conditions.ts";

interface Part {
  text: string;
  start: number;
  end: number;
}
interface Change {
  start: number;
  end: number;
  text: string;
}

const SAID: readonly (readonly [RegExp, string])[] = [
  [/^at least$/, ">="],
  [/^at most$/, "<="],
  [/^(above|after)$/, ">"],
  [/^(below|before)$/, "<"],
  [/^contains$/, "~"],
  [/^equals$/, "="],
];
const SIGN = /^([<>=!]=?|~|<>)$/;
const NAME = /^[a-z]/i;
const ENDS_VALUE = /^(and|or|\)|,|#.*)?$/;
const RESERVED = /^(and|or|not|in|is|empty|true|false)$/i;
const MOST_LABEL_WORDS = 6;

export function tidied(text: string, fields: readonly RuleField[]): string {
  const reader = new Reader(text, fields);
  return reader
    .changes()
    .reverse()
    .reduce((whole, { start, end, text: put }) => whole.slice(0, start) + put + whole.slice(end), text);
}

/** What a label names: one field, of the row itself before those of the rows it comes from. */
function labelled(fields: readonly RuleField[]): Map<string, RuleField> {
  const own = fields.filter(({ name }) => !name.includes("."));
  const above = fields.filter(({ name, label }) => name.includes(".") && !own.some((each) => each.label === label));
  const isAlone = (field: RuleField, some: readonly RuleField[]) =>
    some.filter(({ label }) => label.toLowerCase() === field.label.toLowerCase()).length === 1;
  return new Map(
    [above, own].flatMap((some) =>
      some.filter((each) => isAlone(each, some)).map((each) => [each.label.toLowerCase(), each] as const),
    ),
  );
}

class Reader {
  private readonly parts: Part[];
  private readonly labels: ReadonlyMap<string, RuleField>;
  private readonly found: Change[] = [];
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly fields: readonly RuleField[],
  ) {
    this.parts = [...text.matchAll(PART)]
      .map((each) => ({ text: each[0], start: each.index, end: each.index + each[0].length }))
      .filter((each) => !each.text.startsWith("#"));
    this.labels = labelled(fields);
  }

  changes(): Change[] {
    while (this.at < this.parts.length) {
      const field = this.field();
      if (field) this.comparison(field);
      else this.at += 1;
    }
    return this.found;
  }

  private word(ahead = 0): string {
    return this.parts[this.at + ahead]?.text.toLowerCase() ?? "";
  }

  private put(from: number, to: number, text: string): void {
    const [first, last] = [this.parts[from], this.parts[to - 1]];
    if (!first || !last || this.text.slice(first.start, last.end) === text) return;
    this.found.push({ start: first.start, end: last.end, text });
  }

  private field(): RuleField | undefined {
    for (let count = MOST_LABEL_WORDS; count > 0; count -= 1) {
      const words = this.parts.slice(this.at, this.at + count);
      const said = words.map(({ text }) => text).join(" ");
      if (words.length < count || RESERVED.test(said)) continue;
      const named = count === 1 ? this.fields.find(({ name }) => name === said.toLowerCase()) : undefined;
      const field = named ?? this.labels.get(said.toLowerCase());
      if (!field) continue;
      this.put(this.at, this.at + count, field.name);
      this.at += count;
      return field;
    }
    return undefined;
  }

  private comparison(field: RuleField): void {
    const from = this.at;
    if (this.word() === "is") this.at += 1;
    const isSaid = this.at > from;
    const isNot = this.word() === "not" && (isSaid || this.word(1) === "in");
    if (isNot) this.at += 1;
    if (isSaid && this.word() === "empty") this.at += 1;
    else if (this.word() === "in") {
      this.put(from, this.at + 1, isNot ? "not in" : "in");
      this.at += 1;
      this.list(field);
    } else this.signed(field, from, isSaid, isNot);
  }

  private signed(field: RuleField, from: number, isSaid: boolean, isNot: boolean): void {
    const sign = this.sign() ?? (isSaid ? "=" : null);
    const isWhole = this.at < this.parts.length;
    if (sign === null || !isWhole) return;
    if (!isNot) this.put(from, this.at, sign);
    else if (sign === "=") this.put(from, this.at, "!=");
    this.value(field);
  }

  private sign(): string | null {
    if (SIGN.test(this.word())) {
      this.at += 1;
      return this.parts[this.at - 1]?.text ?? null;
    }
    for (const count of [2, 1]) {
      const said = this.parts.slice(this.at, this.at + count).map(({ text }) => text.toLowerCase());
      const sign = SAID.find(([words]) => words.test(said.join(" ")))?.[1];
      if (sign === undefined) continue;
      this.at += count;
      return sign;
    }
    return null;
  }

  private list(field: RuleField): void {
    if (this.word() !== "(") return;
    do {
      this.at += 1;
      this.value(field);
    } while (this.word() === ",");
  }

  private value(field: RuleField): void {
    const from = this.at;
    while (NAME.test(this.word()) && !RESERVED.test(this.word())) this.at += 1;
    const [first, last] = [this.parts[from], this.parts[this.at - 1]];
    // What goes on behind it, as the rest of `Köln` does, is for quotes that a person puts.
    const isWhole = ENDS_VALUE.test(this.word());
    if (this.at === from || !first || !last) this.at += 1;
    else if (isText(field) && isWhole) this.put(from, this.at, quoted(this.text.slice(first.start, last.end)));
  }
}

const isText = ({ kind }: RuleField): boolean => kind !== "boolean" && !ORDERED.has(kind);
