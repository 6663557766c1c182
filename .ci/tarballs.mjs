// Packs the published packages, as npm would publish them.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Folders and manifests of all published packages. */
export function publishedPackages() {
  return ["packages", "apps"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
    .map((dir) => ({ dir, manifest: JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) }))
    .filter(({ manifest }) => !manifest.private);
}

/**
 * Packs packages into a folder, or into the one of --tarballs=, where those that are there already are used. Returns the path of each
 * tarball by the name of the package.
 */
export function packAll(packages, given) {
  const folder = process.argv.find((arg) => arg.startsWith("--tarballs="))?.slice("--tarballs=".length) ?? given;
  mkdirSync(folder, { recursive: true });
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const tarballs = new Map();
  for (const { dir, manifest } of packages) {
    const out = join(folder, `${manifest.name.slice(5)}.tgz`);
    if (!existsSync(out))
      execFileSync("npx", ["-y", packageManager, "pack", "--out", out], { cwd: dir, stdio: "pipe" });
    tarballs.set(manifest.name, out);
  }
  return tarballs;
}
