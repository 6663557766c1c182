import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a package exports under one name, from source. */
export interface PublicEntry {
  /** `@svc/http/client` */
  readonly name: string;
  readonly file: string;
}

/** A function or class that a package exports. */
export interface PublicFunction {
  readonly name: string;
  readonly call: (args: readonly unknown[]) => unknown;
}

interface Manifest {
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const packages = join(import.meta.dirname, "../../../../packages");

/** The entries of all packages. */
export function publicEntries(): readonly PublicEntry[] {
  const entries: PublicEntry[] = [];
  for (const folder of readdirSync(packages).sort()) {
    const manifest = JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8")) as Manifest;
    if (manifest.private === true) continue;
    for (const [path, conditions] of Object.entries(manifest.exports ?? {})) {
      const source = typeof conditions === "string" ? undefined : conditions["svc-source"];
      if (source !== undefined && !path.includes("*"))
        entries.push({ name: `@svc/${folder}${path.slice(1)}`, file: join(packages, folder, source) });
    }
  }
  return entries;
}

/** The functions and classes of an entry. */
export async function publicFunctions({ file }: PublicEntry): Promise<readonly PublicFunction[]> {
  const exported = (await import(file)) as Readonly<Record<string, unknown>>;
  return Object.entries(exported).flatMap(([name, value]) =>
    typeof value === "function" ? [{ name, call: callOf(value) }] : [],
  );
}

function callOf(value: object): PublicFunction["call"] {
  const isClass = Function.prototype.toString.call(value).startsWith("class");
  if (isClass) return (args) => new (value as new (...args: readonly unknown[]) => object)(...args);
  return (args) => (value as (...args: readonly unknown[]) => unknown)(...args);
}
