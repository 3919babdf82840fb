export default function ExportsPage() { return <main id="main" className="pane"><h1>ExportsPage</h1></main>; }
