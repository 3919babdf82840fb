export default function DuplicatesPage() { return <main id="main" className="pane"><h1>DuplicatesPage</h1></main>; }
