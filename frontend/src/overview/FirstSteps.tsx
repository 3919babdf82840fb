// Before there is anything: where to begin.
import { Suspense } from "react";
import { Link } from "wouter";
import { screen, Wait } from "../ui/screen.tsx";

const FirstSearch = screen(() => import("../search/FirstSearch.tsx"));

export function FirstSteps() {
  return (
    <section aria-labelledby="first-steps-title">
      <h2 id="first-steps-title" className="first-title">
        There is nothing here yet. Begin with a search.
      </h2>
      <Suspense fallback={<Wait />}>
        <FirstSearch />
      </Suspense>
      <p>
        Or <Link href="/import">import a file</Link> that you have: businesses, contacts, places or addresses.
      </p>
    </section>
  );
}
