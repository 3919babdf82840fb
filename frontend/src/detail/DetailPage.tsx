export default function DetailPage({ kebab, id }: { kebab: string; id: string }) { return <main id="main" className="pane"><h1>{kebab} {id}</h1></main>; }
