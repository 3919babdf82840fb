import { useQuery } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import type { TagCount } from "../api/types.ts";

const NONE: readonly TagCount[] = [];

/** The tags that people use, those of this table first. */
export function useTags(table: string): readonly TagCount[] {
  const { data } = useQuery({
    queryKey: ["tags"],
    queryFn: ({ signal }) => get("/tags", {}, signal),
    staleTime: 60_000,
  });
  return data?.toSorted((one, other) => Number(other.table === table) - Number(one.table === table)) ?? NONE;
}

export const tagNames = (tags: readonly TagCount[]): string[] => [...new Set(tags.map(({ tag }) => tag))];
