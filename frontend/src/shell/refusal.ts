import { useMeta } from "../api/queries.ts";
import type { Role } from "../api/types.ts";
import { useOffline } from "../live/useLive.ts";

/** Why nobody gets files here: some may look and decide, and take nothing away. */
export function useExportRefusal(): string | null {
  const refusal = useRefusal("viewer");
  const { user } = useMeta();
  return (
    refusal ??
    (user.may_export ? null : "You may look at rows, not take them away as files. An administrator can allow it.")
  );
}

const RANK: Record<Role, number> = { viewer: 0, curator: 1, admin: 2, operator: 3 };

export const isAdministrator = (role: Role): boolean => RANK[role] >= RANK.admin;

/** Why the person cannot do what needs this role now; null when they can. */
export function useRefusal(needed: Role): string | null {
  const offline = useOffline();
  const refusal = useRoleRefusal(needed);
  return offline ?? refusal;
}

/** Of what is read, or kept until the server is back: only who asks decides. */
export function useRoleRefusal(needed: Role): string | null {
  const { user, is_operator } = useMeta();
  if (needed === "operator") return is_operator ? null : "It holds for all tenants: only an operator changes it.";
  return RANK[user.role] < RANK[needed] ? `You are signed in as ${user.role}; this needs a ${needed}.` : null;
}
