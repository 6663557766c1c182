import { type Agent, request } from "node:https";

export interface WatchOptions {
  readonly tell: (change: ObjectChange) => void;
  readonly signal: AbortSignal;
}

/** An event of a watch, as it was sent. Bookmarks have a version alone. */
export interface ObjectChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly name: string;
  readonly version: number;
  readonly value: string | undefined;
}

interface Collection {
  readonly url: string;
  readonly token: string;
  readonly agent: Agent;
}

interface WatchEvent {
  readonly type: ObjectChange["type"] | "ERROR";
  readonly object: {
    readonly metadata: { readonly name: string; readonly resourceVersion: string };
    readonly data?: { readonly value: string };
    /** Of an error. */
    readonly code?: number;
  };
}

/** Short, so that watches end and are opened again, at other servers too. */
const watchSeconds = 3;

/** `expired` where the server no longer has the changes after the version. */
export type WatchEnd = "ended" | "expired";

/** Watches a collection after a version, as `ObjectApi.watch` specifies. */
export function watchObjects(
  { url, token, agent }: Collection,
  after: number,
  { tell, signal }: WatchOptions,
): Promise<WatchEnd> {
  const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=${watchSeconds}&resourceVersion=${after}`;
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const requested = request(`${url}?${query}`, { agent, headers, signal }, (response) => {
      let end: WatchEnd = "ended";
      response.once("close", () => resolve(end)).once("error", () => resolve(end));
      if (response.statusCode !== 200) return void response.resume();
      let rest = "";
      response.setEncoding("utf8").on("data", (text: string) => {
        const lines = `${rest}${text}`.split("\n");
        // What a crash cut off is no event.
        rest = lines.pop() ?? "";
        try {
          for (const line of lines) {
            const event = JSON.parse(line) as WatchEvent;
            if (event.type === "ERROR" && event.object.code === 410) end = "expired";
            else tell(changeOf(event));
          }
        } catch (error) {
          reject(error);
        }
      });
    });
    requested.once("error", () => resolve("ended"));
    requested.end();
  });
}

/** @throws {Error} for an event that reports an error */
function changeOf(event: WatchEvent): ObjectChange {
  const { type, object } = event;
  if (type === "ERROR") throw new Error(`a watch ended with ${JSON.stringify(object)}`);
  const { name, resourceVersion } = object.metadata;
  return { type, name, version: Number(resourceVersion), value: object.data?.value };
}
