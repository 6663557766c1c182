import { createJsonClient, type ServerAccess } from "./json-client.ts";
import { type WatchEnd, type WatchOptions, watchObjects } from "./object-watch.ts";
import type { ObjectCall, Seen } from "./stored-object.ts";

/**
 * Config maps with one value, through one server. Each method returns the call with its response;
 * undefined where a read failed.
 */
export interface ObjectApi {
  get(name: string): Promise<(ObjectCall & { readonly op: "read" }) | undefined>;
  /** All there are, by name. */
  list(): Promise<ReadonlyMap<string, Seen> | undefined>;
  create(name: string, value: string): Promise<ObjectCall>;
  update(name: string, value: string, expected: number): Promise<ObjectCall>;
  delete(name: string, expected: number): Promise<ObjectCall>;
  /** All there are, with the version of the collection, or undefined where the read failed. */
  snapshot(): Promise<Snapshot | undefined>;
  /**
   * Yields the changes after a version, until the server or the signal ends the watch, or it fails.
   * Rejects only when a server sends something other than a watch.
   */
  watch(after: number, options: WatchOptions): Promise<WatchEnd>;
  close(): void;
}

/** A collection as it was at a version. */
export interface Snapshot {
  readonly version: number;
  readonly objects: ReadonlyMap<string, Seen>;
}

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly data?: { readonly value: string };
}

interface ConfigMapList {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly ConfigMap[];
}

const path = "/api/v1/namespaces/default/configmaps";
export function createObjectApi(access: ServerAccess): ObjectApi {
  const { ask, agent, close } = createJsonClient(access);
  async function snapshot(): Promise<Snapshot | undefined> {
    const { code, body } = await ask("GET", path);
    if (code !== 200) return undefined;
    const { items, metadata } = body as ConfigMapList;
    const objects = items.filter(({ data }) => data?.value).map((item) => [item.metadata.name, seen(item)] as const);
    return { version: Number(metadata.resourceVersion), objects: new Map(objects) };
  }

  return {
    async get(name) {
      const { code, body } = await ask("GET", `${path}/${name}`);
      if (code === 404) return { op: "read", found: undefined };
      return code === 200 ? { op: "read", found: seen(body) } : undefined;
    },
    list: async () => (await snapshot())?.objects,
    async create(name, value) {
      const { code, body } = await ask("POST", path, { metadata: { name }, data: { value } });
      if (code === 201) return { op: "create", value, answer: "done", version: seen(body).version };
      return { op: "create", value, answer: code === 409 ? "exists" : "unknown" };
    },
    async update(name, value, expected) {
      const metadata = { name, resourceVersion: `${expected}` };
      const { code, body } = await ask("PUT", `${path}/${name}`, { metadata, data: { value } });
      const call = { op: "update", value, expected } as const;
      return code === 200
        ? { ...call, answer: "done", version: seen(body).version }
        : { ...call, answer: refusal(code) };
    },
    async delete(name, expected) {
      const preconditions = { resourceVersion: `${expected}` };
      const { code } = await ask("DELETE", `${path}/${name}`, { preconditions });
      return { op: "delete", expected, answer: code === 200 ? "done" : refusal(code) };
    },
    snapshot,
    watch: (after, options) =>
      watchObjects({ url: `${access.url}${path}`, token: access.token, agent }, after, options),
    close,
  };
}

function seen(body: unknown): Seen {
  const { metadata, data } = body as ConfigMap;
  return { value: data?.value ?? "", version: Number(metadata.resourceVersion) };
}

function refusal(code: number): "conflict" | "absent" | "unknown" {
  return code === 409 ? "conflict" : code === 404 ? "absent" : "unknown";
}
