// One way to the server. Cookies say who asks; the header forces a preflight on any other site that tries.

import type { AnswerOf, BodyOf, Method, QueryOf, Rest } from "./described.ts";
import type { ErrorFacts } from "./schema.ts";

/** What the server said went wrong, in words for the person. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly facts: Record<string, unknown>;
  readonly retryAfter: number | null;

  constructor(status: number, error: Partial<ErrorFacts>, retryAfter: number | null) {
    super(error.message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = error.code ?? "";
    this.facts = error.details ?? {};
    this.retryAfter = retryAfter;
  }
}

/** The server could not be reached at all. Whether it did what it was asked to is told as far as it is known. */
export class Unreachable extends Error {
  constructor(cause: unknown, { changes = false, hasLeft = true } = {}) {
    const seen = "The server does not answer. What you see may be old.";
    const unknown =
      "The server does not answer, and may have done this or not. Once it is back, look before you do it again.";
    const undone = "The server cannot be reached, so nothing was done. Do it again when it is back.";
    super(changes ? (hasLeft ? unknown : undone) : seen, { cause });
  }
}

/** Names and values; what is null, undefined or empty is left out. */
export type Query = object;

interface Options {
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Sent to the end even if the page goes away; the browser allows 64 kB of it. */
  keepalive?: boolean;
}

const BASE = "/api/v3";
const listeners = new Set<() => void>();

/** Called when the server no longer knows who asks. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function address(path: string, query: Query = {}): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "") continue;
    for (const each of Array.isArray(value) ? value : [value]) parts.append(name, String(each));
  }
  const text = parts.toString();
  return whole(path) + (text ? `?${text}` : "");
}

/** Workflows' own paths come from the server as they are; all others are written here without what they share. */
const whole = (path: string): string => (path.startsWith(`${BASE}/`) ? path : BASE + path);

/** The one place where an answer gets its type: that of the description, which the server is tested to keep to. */
async function ask(method: string, path: string, { query, body, signal, keepalive = false }: Options = {}) {
  const headers: Record<string, string> = { Accept: "application/json", "X-Requested-With": "sky" };
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers["Content-Type"] = "application/json";
  let response: Response;
  const hasLeft = globalThis.navigator?.onLine !== false;
  try {
    response = await fetch(address(path, query), {
      method,
      headers,
      credentials: "same-origin",
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      signal: signal ?? null,
      keepalive,
    });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new Unreachable(cause, { changes: method !== "GET", hasLeft });
  }
  if (response.status === 204) return undefined;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (response.status === 401 && !path.startsWith("/auth/")) for (const tell of listeners) tell();
  throw new ApiError(response.status, answer.error ?? {}, Number(response.headers.get("Retry-After")) || null);
}

const begun = new Map<string, Promise<unknown>>();
const BEGUN_FOR = 5_000;

/** Asked before anyone wants to know: the first to ask for the same gets this answer. */
export function begin(path: string, query: Query = {}): void {
  const at = address(path, query);
  const answer = ask("GET", path, { query });
  // A refusal is nobody's answer: whoever asks later may be signed in by then.
  answer.catch(() => begun.get(at) === answer && begun.delete(at));
  begun.set(at, answer);
  setTimeout(() => begun.delete(at), BEGUN_FOR);
}

type Sending = Omit<Options, "body">;
type Asking<How extends Method, P extends string> = Rest<How, P, [query?: QueryOf<How, P>, signal?: AbortSignal]>;
type Telling<How extends Method, P extends string> = Rest<How, P, [body?: BodyOf<How, P>, options?: Sending]>;

// The path is looked up in the description: it says what may be asked, what may be sent, and what is answered.

export async function get<const P extends string>(
  path: P,
  ...[query, signal]: Asking<"get", P>
): Promise<AnswerOf<"get", P>> {
  const at = address(path, query);
  const early = begun.get(at);
  begun.delete(at);
  return early ?? ask("GET", path, { query, signal });
}

export const put = <const P extends string>(
  path: P,
  ...[body, options]: Telling<"put", P>
): Promise<AnswerOf<"put", P>> => ask("PUT", path, { ...options, body });

export const post = <const P extends string>(
  path: P,
  ...[body, options]: Telling<"post", P>
): Promise<AnswerOf<"post", P>> => ask("POST", path, { ...options, body });

/** A form with a file; its fields are those of the description. */
export const upload = <const P extends "/imports" | "/imports/preview">(
  path: P,
  form: FormData,
  signal?: AbortSignal,
): Promise<AnswerOf<"post", P>> => ask("POST", path, { body: form, signal });

export const patch = <const P extends string>(
  path: P,
  ...[body, options]: Telling<"patch", P>
): Promise<AnswerOf<"patch", P>> => ask("PATCH", path, { ...options, body });

export const remove = <const P extends string>(
  path: P,
  ...[query, signal]: Asking<"delete", P>
): Promise<AnswerOf<"delete", P>> => ask("DELETE", path, { query, signal });
