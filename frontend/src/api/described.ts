// What the server's description says of an address: which answer it gives, which query and which body it takes.
import type { paths } from "./schema.ts";

export type Method = "get" | "put" | "post" | "patch" | "delete";

/** As the server answers: every field is there, also one that a request may leave out. */
export type Told<T> = T extends readonly (infer Each)[]
  ? Told<Each>[]
  : T extends object
    ? { [Name in keyof T]-?: Told<Exclude<T[Name], undefined>> }
    : T;

/** `/views/{view_id}` is `/views/${string}`, as an address that is put together here. */
type Filled<Path> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Path;

/** Workflows' own paths come from the server as they are; all others are written here without what they share. */
type Whole<Path extends string> = Path extends `/api/v3/${string}` ? Path : `/api/v3${Path}`;

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

type Template<Path extends string> = {
  [Each in keyof paths]: Same<Filled<Each>, Whole<Path>> extends true ? Each : never;
}[keyof paths];

type Operation<How extends Method, Path extends string> = Path extends string
  ? Required<paths[Template<Path>]>[How]
  : never;

/** What may follow the path; nothing does where the description has no such address. */
export type Rest<How extends Method, Path extends string, Parameters extends unknown[]> = [
  Operation<How, Path>,
] extends [never]
  ? [noSuchAddress: never]
  : Parameters;

type Content<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined;

type Good<Responses> = Content<Responses[keyof Responses & (200 | 201 | 202 | 204)]>;

/** Nothing, only where no good answer has a body. */
type Body<Responses> = [Exclude<Good<Responses>, undefined>] extends [never]
  ? undefined
  : Exclude<Good<Responses>, undefined>;

export type AnswerOf<How extends Method, Path extends string> =
  Operation<How, Path> extends { responses: infer Responses } ? Told<Body<Responses>> : never;

export type BodyOf<How extends Method, Path extends string> =
  Operation<How, Path> extends { requestBody?: infer Request }
    ? Exclude<Request, undefined> extends { content: { "application/json": infer Body } }
      ? Body
      : undefined
    : undefined;

type Nullable<Query> = [Query] extends [never] ? Record<string, never> : { [Name in keyof Query]: Query[Name] | null };

export type QueryOf<How extends Method, Path extends string> =
  Operation<How, Path> extends { parameters: { query?: infer Query } } ? Nullable<Exclude<Query, undefined>> : never;
