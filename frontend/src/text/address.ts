// An address as a cell shows it: the host first, then where the path ends. All of it is in the title, the link and what is copied.
const ADDRESS = /^(?:https?:\/\/)?(?:[^/?#@]*@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is;
/** Who sent the visitor, not what is there. */
const TRACKING =
  /^(?:utm_\w*|[a-z]*clid|gad_\w*|mc_[ce]id|_hs\w*|igshid|ref|ref_src|referrer|source|campaign|affiliate|trk|yclid|_ga|_gl|si)$/i;

export interface ShortAddress {
  host: string;
  rest: string;
}

export function shortAddress(url: string): ShortAddress {
  const [, host = url, path = "", query = "", fragment = ""] = ADDRESS.exec(url) ?? [];
  const steps = path.split("/").filter(Boolean);
  const end = steps.at(-1);
  const shortPath = end === undefined ? "" : `${steps.length > 1 ? "/…/" : "/"}${end}${path.endsWith("/") ? "/" : ""}`;
  const kept = query
    .slice(1)
    .split("&")
    .filter((each) => each !== "" && !TRACKING.test(each.split("=")[0] ?? ""));
  const rest =
    shortPath +
    (kept.length > 0 ? `${shortPath === "" ? "/" : ""}?${kept.join("&")}` : "") +
    (fragment.length > 1 ? fragment : "");
  return { host: host.replace(/^www\./i, ""), rest };
}
