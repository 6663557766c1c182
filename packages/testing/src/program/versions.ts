import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The Kubernetes release whose behaviour the server has. */
export const servedVersion = "1.33.0";

const [major, minor, patch] = servedVersion.split(".").map(Number) as [number, number, number];

/**
 * Whether a selector of versions admits the served one: `1.33.0`, `1.33`, `1.33.x`, `~1.33.0`,
 * `>=1.30`, `latest`; a `!` at the end, which asks for the newest one, is ignored.
 */
export function isWanted(selector: string): boolean {
  const text = selector.replace(/!$/, "");
  if (["", "latest", "*", "x"].includes(text)) return true;
  const match = /^(~|>=|<=|>|<|=)?\s*v?(\d+)(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?$/.exec(text);
  if (match === null) return false;
  const [, operator = "", ...parts] = match;
  const wanted = parts.map((part) => (part === undefined || /^[xX*]$/.test(part) ? undefined : Number(part)));
  const order = compare(wanted);
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
      return order >= 0 && compare(wanted.slice(0, 2)) === 0;
    default:
      return order === 0;
  }
}

/** Below zero if the served version is older; parts that may be anything are equal. */
function compare(wanted: readonly (number | undefined)[]): number {
  const served = [major, minor, patch];
  return wanted.map((part, i) => (part === undefined ? 0 : (served[i] ?? 0) - part)).find((d) => d !== 0) ?? 0;
}

/** Where folders are kept. */
export function binDirOf(given: string | undefined, env: Readonly<Record<string, string | undefined>>): string {
  return given ?? join(env["XDG_DATA_HOME"] ?? join(homedir(), ".local", "share"), "svc-testing");
}

/** The folder of the served version, named as setup-envtest names its own. */
export function installFolder(binDir: string): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  return join(binDir, "k8s", `${servedVersion}-${process.platform}-${arch}`);
}

/** Whether programs are in a folder. */
export function installed(folder: string): boolean {
  return existsSync(join(folder, "kube-apiserver")) && existsSync(join(folder, "etcd"));
}
