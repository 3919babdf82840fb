export default function RunsPage() { return <main id="main" className="pane"><h1>RunsPage</h1></main>; }
