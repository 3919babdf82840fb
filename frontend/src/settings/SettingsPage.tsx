export default function SettingsPage({ section }: { section: string | undefined }) { return <main id="main" className="pane"><h1>Settings {section}</h1></main>; }
