import { readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { Entry } from "./kubeconfig.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";

/** A path of an entry, from the directory of its file. */
export function pathIn({ directory }: Entry, path: string): string {
  return isAbsolute(path) ? path : join(directory, path);
}

/** The base64 content of `<name>-data`, or else of the file that `<name>` names. */
export async function dataOrFile(entry: Entry, name: string): Promise<string | undefined> {
  const { fields } = entry;
  const data = fields.text(`${name}-data`);
  if (data !== undefined) return decoded(data, `${fields.where}.${name}-data`);
  const file = fields.text(name);
  if (file === undefined) return undefined;
  try {
    return await readFile(pathIn(entry, file), "utf8");
  } catch (cause) {
    throw new KubeconfigError(`${fields.where}.${name}: ${(cause as Error).message}`, { cause });
  }
}

function decoded(data: string, where: string): string {
  const compact = data.replace(/\s/g, "");
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact))
    throw new KubeconfigError(`${where} is not base64`);
  return Buffer.from(compact, "base64").toString("utf8");
}
