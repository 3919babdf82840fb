// Contacts that are one: the certain ones page by page, or those that a person chose; merged as one batch.
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../api/client.ts";
import { firstPage } from "../api/queries.ts";
import type { ContactMerge, DuplicateContacts } from "../api/types.ts";
import { rememberUndo, sent, undo } from "../shell/undo.ts";
import { plural } from "../text/numbers.ts";
import { inWords } from "../text/trouble.ts";
import { problem, toast } from "../ui/Toasts.tsx";
import { taken } from "./pairs.ts";

const SIZE = 50;

export function useContactGroups(chosen: readonly string[]) {
  return useInfiniteQuery({
    queryKey: ["duplicates", "contacts", chosen],
    queryFn: ({ pageParam, signal }) =>
      get("/duplicates/contacts", { size: SIZE, after: pageParam, contact: [...chosen] }, signal),
    initialPageParam: firstPage(),
    getNextPageParam: ({ next }) => next,
    placeholderData: undefined,
  });
}

/** Which one stays and whose values it takes; nothing where the person said nothing. */
export interface Wish {
  keep?: string;
  picked: Readonly<Record<string, string>>;
  isLeftOut?: boolean;
}
export const NO_WISH: Wish = { picked: {} };

export function mergeOf({ contacts, keep: usual }: DuplicateContacts, { keep = usual, picked }: Wish): ContactMerge {
  const others = contacts.map(({ id }) => id).filter((id) => id !== keep);
  return { keep, others, values: taken(keep, contacts, picked) };
}

/** Says whether any were merged; z takes all of them back. */
export function useMergeContacts(): (merges: ContactMerge[]) => Promise<boolean> {
  const client = useQueryClient();
  return async (merges) => {
    try {
      const { message, gone, refused, undo_token: token } = await sent(post("/duplicates/contacts/merge", { merges }));
      const why = refused[0] ? ` ${plural(refused.length, "group stays", "groups stay")}: ${refused[0].reason}` : "";
      rememberUndo(token);
      if (!token) problem(`Nothing was merged.${why}`);
      else {
        toast(`${message}${why}`, {
          about: token,
          seconds: 30,
          action: {
            label: "Undo",
            keys: "z",
            run: () => void undo(client, token),
          },
        });
      }
      for (const key of ["duplicates", "list", "row", "facets", "overview", "batches"])
        void client.invalidateQueries({ queryKey: [key] });
      return gone > 0;
    } catch (error) {
      problem(inWords(error));
      return false;
    }
  };
}
