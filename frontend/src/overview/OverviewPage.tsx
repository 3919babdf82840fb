export default function OverviewPage() { return <main id="main" className="pane"><h1>OverviewPage</h1></main>; }
