import type { SuppressionKind } from "../api/types.ts";

/** How somebody is named; a kind that the server adds is an error here until it has its words. */
export const KINDS: Record<SuppressionKind, { words: string; example: string }> = {
  email: { words: "E-mail address", example: "ana@acme.example" },
  domain: { words: "Domain", example: "acme.example" },
  phone: { words: "Phone number", example: "+1 512 555 0100" },
  person: { words: "Person", example: "Ana Cedar" },
  profile: { words: "Profile", example: "https://social.example/ana" },
};

/** What somebody most likely means who has not said it. */
export function kindOf(text: string): SuppressionKind {
  const first = text.trim().split("\n")[0] ?? "";
  if (/^\+?[\d\s()./-]{6,}$/.test(first)) return "phone";
  if (/^https?:\/\/[^/]+\/./i.test(first)) return "profile";
  if (first.includes("@") || !first.includes(".")) return "email";
  return first.includes("/") && !first.includes("://") ? "person" : "domain";
}
