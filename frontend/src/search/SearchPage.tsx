export default function SearchPage() { return <main id="main" className="pane"><h1>SearchPage</h1></main>; }
