import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { anObject, aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import { type Kubeconfig, mergeKubeconfigs, parseKubeconfig } from "./kubeconfig.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";

/** Options of `loadKubeconfig`. */
export interface LoadOptions {
  /** Path of a file, which must exist. @default the files in `KUBECONFIG`, else `~/.kube/config` */
  readonly path?: string;
  /** @default this process's */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const loadOptions = optionsOf<LoadOptions>({
  path: optional(aString),
  env: optional(anObject),
});

/**
 * Reads the user's kubeconfig. Files in `KUBECONFIG` that don't exist are skipped, but at least one
 * must exist.
 * @throws {KubeconfigError}
 * @throws {TypeError} for a wrong argument
 */
export async function loadKubeconfig(options: LoadOptions = {}): Promise<Kubeconfig> {
  checkArgument("loadKubeconfig: options", options, loadOptions);
  const { path, env = process.env } = options;
  if (path !== undefined) {
    const config = await readConfig(path);
    if (config === undefined) throw new KubeconfigError(`${path}: there is no such file`);
    return config;
  }
  const listed = (env["KUBECONFIG"] ?? "").split(delimiter).filter((p) => p !== "");
  const paths = listed.length > 0 ? listed : [join(env["HOME"] ?? homedir(), ".kube", "config")];
  const found: Kubeconfig[] = [];
  for (const candidate of paths) {
    const config = await readConfig(candidate);
    if (config !== undefined) found.push(config);
  }
  if (found.length === 0) throw new KubeconfigError(`no kubeconfig found: none of ${paths.join(", ")} exists`);
  return mergeKubeconfigs(found);
}

async function readConfig(path: string): Promise<Kubeconfig | undefined> {
  const absolute = resolve(path);
  let text: string;
  try {
    text = await readFile(absolute, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new KubeconfigError(`${absolute}: ${(cause as Error).message}`, { cause });
  }
  return parseKubeconfig(text, { path: absolute });
}
