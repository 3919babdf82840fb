// Bundles the application into the Python package and holds its first screen to a budget of compressed script.
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import esbuild from "esbuild";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const TARGET = path.resolve(HERE, process.env.SKY_WEB_TARGET ?? "../src/scrapersky/web/app");
const BUDGET = 140_000;
// What somebody waits for who opens a tab or the overview; everything else comes when it is opened, or while nothing happens.
const ENTRY = "src/main.tsx";
const FIRST_SCREENS = { "a tab": "src/grid/GridPage.tsx", "the overview": "src/overview/OverviewPage.tsx" };

/** What the page itself brings counts as needed by every later part, so it is one file: cut into one for each set of parts
 * that share something it was forty, which compress a tenth worse and are forty requests. */
const oneCore = {
  name: "one-core",
  setup({ onResolve, onLoad, resolve }) {
    const later = new Set();
    onResolve({ filter: /./ }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === oneCore) return undefined;
      const found = await resolve(name, { kind, resolveDir, pluginData: oneCore });
      later.add(found.path);
      return found;
    });
    onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      if (!later.has(file)) return undefined;
      const core = JSON.stringify(path.join(HERE, ENTRY));
      return { contents: `${await readFile(file, "utf8")}\nimport ${core};`, loader: path.extname(file).slice(1) };
    });
  },
};

const OPTIONS = {
  absWorkingDir: HERE,
  entryPoints: { app: "src/main.tsx" },
  outdir: TARGET,
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  publicPath: "/",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  loader: { ".woff2": "file", ".svg": "file" },
  define: { "process.env.NODE_ENV": '"production"' },
  metafile: true,
  legalComments: "none",
};

await rm(TARGET, { recursive: true, force: true });
const built = await esbuild.build({ ...OPTIONS, plugins: [oneCore], loader: { ...OPTIONS.loader, ".css": "empty" } });
const outputs = built.metafile.outputs;
const place = (file) => path.resolve(HERE, file);
const address = (file) => `/${path.relative(TARGET, place(file)).replaceAll(path.sep, "/")}`;
const partOf = (source) => Object.keys(outputs).find((file) => outputs[file].entryPoint === source);
const entry = partOf(ENTRY);

/** What comes with a part before any of it runs. */
const neededBy = (file, needed = new Set([file])) => {
  for (const { path: next, kind } of outputs[file].imports) {
    if (kind === "import-statement" && !needed.has(next)) neededBy(next, needed.add(next));
  }
  return needed;
};

// A part that is loaded later would come without its styles, so all of them are one file; the application's own come first.
const drawn = await esbuild.build({ ...OPTIONS, write: false });
const isMain = ({ path: file }) => /\/app-[^/]*\.css$/.test(file);
const sheets = drawn.outputFiles.filter(({ path: file }) => file.endsWith(".css"));
sheets.sort((one, other) => isMain(other) - isMain(one) || (one.path < other.path ? -1 : 1));
const styles = sheets.map(({ text }) => text).join("");
const stylesheet = path.join(
  TARGET,
  "assets",
  `app-${createHash("sha256").update(styles).digest("hex").slice(0, 8)}.css`,
);
await writeFile(stylesheet, styles);
for (const { path: file, contents } of drawn.outputFiles)
  if (!/\.(js|css)$/.test(file)) await writeFile(file, contents);

// Parts that every screen needs are fetched with the first script, not after it was read.
const preloads = [...neededBy(entry)]
  .filter((file) => file !== entry)
  .map((file) => `<link rel="modulepreload" href="${address(file)}">\n    `);
const template = await readFile(path.join(HERE, "index.html"), "utf8");
const page = template
  .replace("%PRELOADS%", preloads.join(""))
  .replace("%SCRIPT%", address(entry))
  .replace("%STYLE%", address(stylesheet));
await writeFile(path.join(TARGET, "index.html"), page);

const scripts = Object.keys(outputs).filter((file) => file.endsWith(".js"));
/** Beside the file, for the server to send as it is: a megabyte is not compressed anew for each visitor. */
const compressed = async (file) => {
  const squeezed = gzipSync(await readFile(file), { level: 9 });
  await writeFile(`${file}.gz`, squeezed);
  return squeezed.length;
};
const size = new Map(await Promise.all(scripts.map(async (file) => [file, await compressed(place(file))])));
await compressed(stylesheet);
const total = (files) => [...files].reduce((sum, file) => sum + size.get(file), 0);
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const sources = Object.values(FIRST_SCREENS);
for (const file of scripts.filter(
  (each) => outputs[each].entryPoint && ![ENTRY, ...sources].includes(outputs[each].entryPoint),
)) {
  const later = [...neededBy(file)].filter((each) => !neededBy(entry).has(each));
  console.log(`  ${outputs[file].entryPoint}: ${kB(total(later))} when it is opened`);
}
console.log(`Compressed script: ${kB(total(scripts))} in all, ${kB(total(neededBy(entry)))} with the page itself.`);
let isOver = false;
for (const [words, source] of Object.entries(FIRST_SCREENS)) {
  const first = total(new Set([...neededBy(entry), ...neededBy(partOf(source))]));
  console.log(`First screen, ${words}: ${kB(first)} of at most ${kB(BUDGET)}`);
  isOver ||= first > BUDGET;
}
if (isOver) {
  console.error("The first screen is over its budget: let something of it come later (`import()`), or take it out.");
  process.exit(1);
}
