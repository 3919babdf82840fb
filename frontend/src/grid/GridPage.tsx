export default function GridPage({ kebab }: { kebab: string }) { return <main id="main" className="pane"><h1>{kebab}</h1></main>; }
