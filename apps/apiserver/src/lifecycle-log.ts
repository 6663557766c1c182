import { type Log, quote } from "@svc/base";
import manifest from "../package.json" with { type: "json" };
import type { Flags } from "./flags.ts";

/** Logs what starts, and each flag with its value, as other components of a cluster do. */
export function logStart(log: Log, flags: Flags): void {
  const { dialect, dataDir, etcdServers, bindAddress, securePort } = flags;
  const storage = flags.storage ?? (etcdServers.length > 0 ? "etcd" : "embedded");
  const where = storage === "etcd" ? { etcdServers: etcdServers.join(",") } : { dataDir };
  const address = { bindAddress, securePort };
  log.info("starting", { version: manifest.version, node: process.version, dialect, storage, ...where, ...address });
  for (const [name, value] of Object.entries(flags).sort(([a], [b]) => (a < b ? -1 : 1)))
    log.info(`FLAG: --${kebab(name)}=${quote(textOf(value))}`);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function textOf(value: unknown): string {
  if (value instanceof Map) return [...value].map((pair) => pair.join("=")).join(",");
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
