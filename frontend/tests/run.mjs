// Bundles the unit tests, since node does not read TypeScript everywhere, and runs them in one process.
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const folder = await mkdtemp(path.join(tmpdir(), "sky-web-tests-"));
const tests = (await readdir(HERE)).filter((name) => name.endsWith(".test.ts"));
const all = path.join(folder, "all.mjs");
await esbuild.build({
  stdin: { contents: tests.map((name) => `import "./${name}";`).join("\n"), resolveDir: HERE },
  outfile: all,
  bundle: true,
  platform: "node",
  format: "esm",
  jsx: "automatic",
  loader: { ".css": "empty" },
  logLevel: "error",
});
const { status } = spawnSync(process.execPath, ["--test", all], { stdio: "inherit" });
await rm(folder, { recursive: true });
process.exit(status ?? 1);
