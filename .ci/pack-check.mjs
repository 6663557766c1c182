#!/usr/bin/env node
// Packs every published package and checks the tarballs as a user would meet them: publint, attw, and an install of each into an
// empty project, where its entries must load and its types must resolve.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packAll, publishedPackages, root } from "./tarballs.mjs";

const bin = (name) => join(root, "node_modules", ".bin", name);
const only = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const work = mkdtempSync(join(tmpdir(), "svc-pack-"));
const failures = [];

const packages = publishedPackages();

try {
  const tarballs = packAll(packages, work);
  for (const { manifest } of packages) {
    if (only.length && !only.includes(manifest.name.slice(5))) continue;
    check(`publint ${manifest.name}`, bin("publint"), ["run", tarballs.get(manifest.name), "--strict"]);
    // A program has no entries whose types could be looked at.
    if (manifest.exports !== undefined)
      check(`attw ${manifest.name}`, bin("attw"), [
        tarballs.get(manifest.name),
        "--profile",
        "esm-only",
        "--format",
        "ascii",
      ]);
    installAlone(manifest, tarballs);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const f of failures) console.error(f);
console.log(`${packages.length} packages packed, ${failures.length} failures`);
process.exit(failures.length ? 1 : 0);

function check(what, file, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: "utf8", ...options });
  if (status !== 0) failures.push(`${what}:\n${stdout}${stderr}`);
  return status === 0;
}

/** An empty project that knows only this tarball, and those of the @svc packages that it depends on. */
function installAlone(manifest, tarballs) {
  const dir = join(work, `alone-${manifest.name.slice(5)}`);
  mkdirSync(dir);
  const overrides = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]));
  writeFileSync(
    join(dir, "package.json"),
    JSON.stringify({
      name: "alone",
      private: true,
      type: "module",
      // Some entries ask for what only their users have.
      dependencies: { [manifest.name]: overrides[manifest.name], ...manifest.peerDependencies },
      overrides,
    }),
  );
  if (
    !check(
      `install ${manifest.name}`,
      "npm",
      ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"],
      { cwd: dir },
    )
  )
    return;
  for (const program of Object.keys(manifest.bin ?? {}))
    check(`${program} --help`, "npx", [program, "--help"], { cwd: dir });
  if (manifest.exports === undefined) return;
  // As they are published: some entries are for this repository alone.
  const entries = Object.keys(manifest.publishConfig?.exports ?? manifest.exports)
    .filter((e) => !e.includes("*") && !e.endsWith(".json"))
    .map((e) => `${manifest.name}${e.slice(1)}`);
  const script = entries
    .map((e, i) => `import * as m${i} from ${JSON.stringify(e)}; if (!m${i}) throw new Error("nothing exported");`)
    .join("\n");
  writeFileSync(join(dir, "use.mjs"), script);
  check(`import ${manifest.name}`, bin("node"), ["use.mjs"], { cwd: dir });
  writeFileSync(
    join(dir, "use.mts"),
    entries
      .map((e, i) => `import * as m${i} from ${JSON.stringify(e)};\nexport const x${i}: object = m${i};`)
      .join("\n"),
  );
  const tsc = join(root, "node_modules", "typescript-native", "bin", "tsc");
  const types = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--types",
    "node",
    "--typeRoots",
    join(root, "node_modules", "@types"),
    "use.mts",
  ];
  check(`types of ${manifest.name}`, bin("node"), [tsc, ...types], { cwd: dir });
}
