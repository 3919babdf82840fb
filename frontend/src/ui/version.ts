// Whether the server has another version of this application than the one that runs here. Its files are gone then.
const OWN = globalThis.document?.querySelector('script[type="module"]')?.getAttribute("src") ?? null;

/** The page names its script by its contents. A server that does not answer has no other version. */
export async function isOutdated(): Promise<boolean> {
  if (OWN === null) return false;
  try {
    const page = await fetch("/", { cache: "no-store", headers: { Accept: "text/html" } });
    return page.ok && !(await page.text()).includes(OWN);
  } catch {
    return false;
  }
}
