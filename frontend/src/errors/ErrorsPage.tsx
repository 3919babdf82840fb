export default function ErrorsPage() { return <main id="main" className="pane"><h1>ErrorsPage</h1></main>; }
