import { Agent, request } from "node:https";
import { type WatchOptions, watchObjects } from "./object-watch.ts";
import type { ObjectCall, Seen } from "./stored-object.ts";

/**
 * Config maps with one value, by one server. What it answers is a call with its answer, or
 * undefined where a read failed.
 */
export interface ObjectApi {
  get(name: string): Promise<(ObjectCall & { readonly op: "read" }) | undefined>;
  /** All there are, by name. */
  list(): Promise<ReadonlyMap<string, Seen> | undefined>;
  create(name: string, value: string): Promise<ObjectCall>;
  update(name: string, value: string, expected: number): Promise<ObjectCall>;
  delete(name: string, expected: number): Promise<ObjectCall>;
  /** The version of the collection, or undefined where the read failed. */
  newestVersion(): Promise<number | undefined>;
  /**
   * Tells the changes after a version, until the server or the signal ends the watch, or it fails.
   * Rejects only when what a server sent is no watch.
   */
  watch(after: number, options: WatchOptions): Promise<void>;
  close(): void;
}

interface Answer {
  /** 0 where none came. */
  readonly code: number;
  readonly body: unknown;
}

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly data?: { readonly value: string };
}

const path = "/api/v1/namespaces/default/configmaps";
const timeoutMs = 10_000;

/**
 * Nothing is ever sent twice, since a write that arrived twice would be answered for the second
 * time only.
 */
export function createObjectApi({ url, token }: { readonly url: string; readonly token: string }): ObjectApi {
  // The certificate is one that the server made for itself.
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  function ask(method: string, path: string, content?: unknown): Promise<Answer> {
    return new Promise((resolve) => {
      const none = (): void => resolve({ code: 0, body: undefined });
      const body = content === undefined ? "" : JSON.stringify(content);
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      };
      const asked = request(`${url}${path}`, { method, agent, headers, timeout: timeoutMs }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.once("error", none);
        answer.once("end", () =>
          resolve({ code: answer.statusCode ?? 0, body: JSON.parse(`${Buffer.concat(parts)}`) }),
        );
      });
      asked.once("timeout", () => asked.destroy());
      asked.once("error", none);
      asked.end(body);
    });
  }

  return {
    async get(name) {
      const { code, body } = await ask("GET", `${path}/${name}`);
      if (code === 404) return { op: "read", found: undefined };
      return code === 200 ? { op: "read", found: seen(body) } : undefined;
    },
    async list() {
      const { code, body } = await ask("GET", path);
      if (code !== 200) return undefined;
      const { items } = body as { readonly items: readonly ConfigMap[] };
      return new Map(items.filter(({ data }) => data?.value).map((item) => [item.metadata.name, seen(item)]));
    },
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
    async newestVersion() {
      const { code, body } = await ask("GET", path);
      return code === 200 ? Number((body as ConfigMap).metadata.resourceVersion) : undefined;
    },
    watch: (after, options) => watchObjects({ url: `${url}${path}`, token, agent }, after, options),
    close: () => agent.destroy(),
  };
}

function seen(body: unknown): Seen {
  const { metadata, data } = body as ConfigMap;
  return { value: data?.value ?? "", version: Number(metadata.resourceVersion) };
}

function refusal(code: number): "conflict" | "absent" | "unknown" {
  return code === 409 ? "conflict" : code === 404 ? "absent" : "unknown";
}
