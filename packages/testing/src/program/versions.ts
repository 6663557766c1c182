import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The Kubernetes release that the server behaves as. */
export const servedVersion = "1.33.0";

/**
 * True if a selector of versions matches a version: `1.33.0`, `1.33`, `1.33.x`, `~1.33.0`,
 * `>=1.30`, `latest`; a trailing `!`, which requests the newest one, is ignored.
 */
export function isSelected(selector: string, version: string = servedVersion): boolean {
  const text = selector.replace(/!$/, "");
  if (["", "latest", "*", "x"].includes(text)) return true;
  const match = /^(~|>=|<=|>|<|=)?\s*v?(\d+)(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?$/.exec(text);
  if (match === null) return false;
  const [, operator = "", ...parts] = match;
  const range = parts.map((part) => (part === undefined || /^[xX*]$/.test(part) ? undefined : Number(part)));
  const compare = (parts: readonly (number | undefined)[]): number => compareParts(numbersOf(version), parts);
  const order = compare(range);
  switch (operator) {
    case ">=":
      return order >= 0;
    case ">":
      return order > 0;
    case "<=":
      return order <= 0;
    case "<":
      return order < 0;
    case "~":
      // A release of patches counts from the given one on.
      return order >= 0 && compare(range.slice(0, 2)) === 0;
    default:
      return order === 0;
  }
}

function numbersOf(version: string): readonly number[] {
  return version.split(".").map(Number);
}

/** Below zero if the version is older; parts that may be anything are equal. */
function compareParts(version: readonly number[], range: readonly (number | undefined)[]): number {
  return range.map((part, i) => (part === undefined ? 0 : (version[i] ?? 0) - part)).find((d) => d !== 0) ?? 0;
}

/** The directory of the installed versions. */
export function binDirOf(given: string | undefined, env: Readonly<Record<string, string | undefined>>): string {
  return given ?? join(env["XDG_DATA_HOME"] ?? join(homedir(), ".local", "share"), "svc-testing");
}

/** The ending of folders, as setup-envtest names them. */
const platformSuffix = `-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;

/** The folder of a version, named as setup-envtest names its own. */
export function installFolder(binDir: string, version: string = servedVersion): string {
  return join(binDir, "k8s", `${version}${platformSuffix}`);
}

/** Installed versions, the newest first. */
export function installedVersions(binDir: string): readonly string[] {
  const folder = join(binDir, "k8s");
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith(platformSuffix))
    .map((name) => name.slice(0, -platformSuffix.length))
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && installed(installFolder(binDir, version)))
    .sort((a, b) => compareParts(numbersOf(b), numbersOf(a)));
}

/** Whether programs are in a folder. */
export function installed(folder: string): boolean {
  return existsSync(join(folder, "kube-apiserver")) && existsSync(join(folder, "etcd"));
}
