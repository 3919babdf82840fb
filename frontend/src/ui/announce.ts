// What came to pass while the person was elsewhere: said in the product, and by the browser where they allowed it.
import { toast } from "./Toasts.tsx";

const canNotify = (): boolean => "Notification" in window && Notification.permission === "granted";

/** The browser says it only where nobody sees this window; of several windows' words about one thing, one stays. */
export function announce(words: string, options: Parameters<typeof toast>[1] = {}): void {
  toast(words, { seconds: 20, about: words, ...options });
  if (!document.hidden || !canNotify()) return;
  const said = new Notification("ScraperSky", { body: words, tag: options.about ?? words });
  said.addEventListener("click", () => {
    window.focus();
    options.action?.run();
    said.close();
  });
}
