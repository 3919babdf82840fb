// Bundles the application into the Python package and holds it to its budget: 200 kB of compressed script in all.
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import path from "node:path";
import esbuild from "esbuild";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const TARGET = path.resolve(HERE, process.env.SKY_WEB_TARGET ?? "../src/scrapersky/web/app");
const BUDGET = 200_000;

await rm(TARGET, { recursive: true, force: true });
const built = await esbuild.build({
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
});

const outputs = Object.entries(built.metafile.outputs).map(([file, about]) => ({ file: path.resolve(HERE, file), about }));
const entry = outputs.find(({ about }) => about.entryPoint === "src/main.tsx");
const address = (file) => "/" + path.relative(TARGET, file).replaceAll(path.sep, "/");

// A part that is loaded later would come without its styles, so all of them are one file; the application's own come first.
const main = path.resolve(HERE, entry.about.cssBundle);
const parts = outputs.map(({ file }) => file).filter((file) => file.endsWith(".css") && file !== main);
const styles = (await Promise.all([main, ...parts.sort()].map((file) => readFile(file, "utf8")))).join("");
const stylesheet = path.join(TARGET, "assets", `app-${createHash("sha256").update(styles).digest("hex").slice(0, 8)}.css`);
await Promise.all([main, ...parts].map((file) => rm(file)));
await writeFile(stylesheet, styles);

// Parts that every screen needs are fetched with the first script, not after it was read.
const needed = (file, found = new Set()) => {
  for (const { path: each, kind } of built.metafile.outputs[file].imports) {
    if (kind === "import-statement" && !found.has(each)) needed(each, found.add(each));
  }
  return found;
};
const entryName = Object.keys(built.metafile.outputs).find((file) => built.metafile.outputs[file].entryPoint === "src/main.tsx");
const preloads = [...needed(entryName)].map((file) => `<link rel="modulepreload" href="${address(path.resolve(HERE, file))}">\n    `);
const template = await readFile(path.join(HERE, "index.html"), "utf8");
const page = template.replace("%PRELOADS%", preloads.join("")).replace("%SCRIPT%", address(entry.file)).replace("%STYLE%", address(stylesheet));
await writeFile(path.join(TARGET, "index.html"), page);

const scripts = outputs.filter(({ file }) => file.endsWith(".js"));
const sizes = await Promise.all(scripts.map(async ({ file }) => gzipSync(await readFile(file), { level: 9 }).length));
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`${(total / 1000).toFixed(1)} kB of compressed script in ${scripts.length} files (budget ${BUDGET / 1000} kB)`);
if (total > BUDGET) {
  console.error("The script is over its budget: take something out before adding more.");
  process.exit(1);
}
