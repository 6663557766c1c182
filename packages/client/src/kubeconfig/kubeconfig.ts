import { dirname } from "node:path";
import { quote } from "@svc/base";
import { aMap, anything, aString, checkArgument, type Expected, listOf, optional, optionsOf } from "@svc/base/check";
import { parse as parseYaml } from "yaml";
import { type Fields, fieldsOf } from "./fields.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";

/** An entry of a kubeconfig, and the directory that its relative paths start from. */
export interface Entry {
  readonly fields: Fields;
  readonly directory: string;
}

/** One or more kubeconfig files, merged. Entries are checked when they are used. */
export interface Kubeconfig {
  readonly currentContext: string | undefined;
  readonly contexts: ReadonlyMap<string, Entry>;
  readonly clusters: ReadonlyMap<string, Entry>;
  readonly users: ReadonlyMap<string, Entry>;
}

/** Expects a kubeconfig as an argument. */
export const aKubeconfig: Expected<Kubeconfig> = optionsOf<Kubeconfig>({
  currentContext: anything,
  contexts: aMap,
  clusters: aMap,
  users: aMap,
});

const maxBytes = 8 * 1024 * 1024;

interface ParseOptions {
  /**
   * The path of the text, for messages, and for relative paths in it.
   * @default the working directory, and no file
   */
  readonly path?: string;
}

const parseOptions = optionsOf<ParseOptions>({
  path: optional(aString),
});

/**
 * Reads a kubeconfig: YAML or JSON of at most 8 MiB.
 * @throws {KubeconfigError}
 * @throws {TypeError} for a wrong argument
 */
export function parseKubeconfig(text: string, options: ParseOptions = {}): Kubeconfig {
  checkArgument("parseKubeconfig: text", text, aString);
  checkArgument("parseKubeconfig: options", options, parseOptions);
  const { path } = options;
  const source = path ?? "kubeconfig";
  if (Buffer.byteLength(text) > maxBytes) throw new KubeconfigError(`${source}: is larger than ${maxBytes} bytes`);
  const document = documentOf(text, source);
  const directory = path === undefined ? "." : dirname(path);
  const root = fieldsOf(document ?? {}, `${source}: `);
  const kind = root.text("kind");
  if (kind !== undefined && kind !== "Config") throw new KubeconfigError(`${source}: kind must be Config`);
  const apiVersion = root.text("apiVersion");
  if (apiVersion !== undefined && apiVersion !== "v1") throw new KubeconfigError(`${source}: apiVersion must be v1`);
  const named = (list: string, part: string): ReadonlyMap<string, Entry> => {
    const fieldsByName = namedFields(root, list, part);
    return new Map([...fieldsByName].map(([name, fields]) => [name, { fields, directory }]));
  };
  return {
    currentContext: root.text("current-context"),
    contexts: named("contexts", "context"),
    clusters: named("clusters", "cluster"),
    users: named("users", "user"),
  };
}

function documentOf(text: string, source: string): unknown {
  try {
    return parseYaml(text, { merge: true, logLevel: "error", prettyErrors: false, maxAliasCount: 100 });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new KubeconfigError(`${source}: is not YAML: ${why}`, { cause });
  }
}

function namedFields(root: Fields, list: string, part: string): ReadonlyMap<string, Fields> {
  const entries = new Map<string, Fields>();
  for (const item of root.objects(list)) {
    // The only cluster of cluster information has an empty name.
    const name = item.text("name") ?? "";
    if (entries.has(name)) throw new KubeconfigError(`${item.where}: duplicate name ${quote(name)}`);
    entries.set(name, item.object(part) ?? fieldsOf({}, `${item.where}.${part}`));
  }
  return entries;
}

const expectedConfigs = listOf(aKubeconfig);

/**
 * Merges several files: of each name, and of the current context, the first one wins.
 * @throws {TypeError} for a wrong argument
 */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  checkArgument("mergeKubeconfigs: configs", configs, expectedConfigs);
  const first = (part: "contexts" | "clusters" | "users"): ReadonlyMap<string, Entry> =>
    new Map([...configs].reverse().flatMap((config) => [...config[part]]));
  return {
    currentContext: configs.find((config) => config.currentContext !== undefined)?.currentContext,
    contexts: first("contexts"),
    clusters: first("clusters"),
    users: first("users"),
  };
}
