import { useMeta } from "../api/queries.ts";
import type { Role } from "../api/types.ts";
import { useOffline } from "../live/useLive.ts";

const RANK: Record<Role, number> = { viewer: 0, curator: 1, admin: 2 };

/** Why the person cannot do what needs this role now; null when they can. */
export function useRefusal(needed: Role): string | null {
  const offline = useOffline();
  const { user } = useMeta();
  if (offline) return offline;
  return RANK[user.role] < RANK[needed] ? `You are signed in as ${user.role}; this needs a ${needed}.` : null;
}
