export default function HistoryPage() { return <main id="main" className="pane"><h1>HistoryPage</h1></main>; }
