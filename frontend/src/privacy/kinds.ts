import type { SuppressionKind } from "../api/types.ts";

/** How somebody is named; a kind that the server adds is an error here until it has its words. */
export const KINDS: Record<SuppressionKind, { words: string; example: string }> = {
  email: { words: "E-mail address", example: "ana@acme.example" },
  domain: { words: "Domain", example: "acme.example" },
  phone: { words: "Phone number", example: "+1 512 555 0100" },
  person: { words: "Person", example: "Ana Cedar" },
  profile: { words: "Profile", example: "https://social.example/ana" },
};
