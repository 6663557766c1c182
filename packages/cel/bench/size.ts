// How large the package is in a bundle, minified and gzipped, with all its libraries: node
// bench/size.ts
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "tsup";

const limit = 60_000;
const entry = fileURLToPath(new URL("../src/index.ts", import.meta.url));

async function bundled(dependencies: "external" | "noExternal"): Promise<number> {
  const outDir = mkdtempSync(join(tmpdir(), "cel-size-"));
  try {
    await build({
      entry: [entry],
      outDir,
      format: "esm",
      minify: true,
      [dependencies]: ["re2js"],
      config: false,
      silent: true,
    });
    return gzipSync(readFileSync(join(outDir, "index.js")), { level: 9 }).length;
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const alone = await bundled("external");
const together = await bundled("noExternal");
console.log(`@svc/cel: ${alone} bytes; with its dependency re2js: ${together} bytes`);
if (alone > limit) {
  console.error(`more than ${limit} bytes`);
  process.exitCode = 1;
}
