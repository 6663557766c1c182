import { type ApiObject, type Status, statusErrorFrom } from "@svc/meta";

/** How controllers reach a server: any function shaped like `fetch`. */
export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: ApiObject;
}

export interface ListPage {
  readonly items: readonly ApiObject[];
  readonly resourceVersion: string;
}

/** What controllers ask of a server. Everything that fails throws a `StatusError`. */
export interface Api {
  get<T = ApiObject>(path: string): Promise<T>;
  send<T = ApiObject>(
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: object,
    contentType?: string,
  ): Promise<T>;
  /** All objects of a collection, in pages; only their metadata. */
  list(path: string, metaGroup: string): Promise<ListPage>;
  /** What changes from a version on; ends when the server ends it. */
  watch(path: string, metaGroup: string, resourceVersion: string, signal: AbortSignal): AsyncIterable<WatchEvent>;
}

const pageSize = 500;

export function createApi(fetch: Fetch): Api {
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(path, init);
    if (response.ok) return response;
    throw statusErrorFrom(await statusOf(response), response.status);
  };
  const api: Api = {
    get: async <T>(path: string) => (await (await ask(path)).json()) as T,
    send: async <T>(method: string, path: string, body?: object, contentType = "application/json") =>
      (await (
        await ask(path, {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": contentType } }),
        })
      ).json()) as T,
    list: async (path, metaGroup) => {
      const items: ApiObject[] = [];
      const accept = `application/json;as=PartialObjectMetadataList;g=${metaGroup};v=v1,application/json`;
      for (let token = ""; ; ) {
        const query = new URLSearchParams({ limit: String(pageSize), ...(token === "" ? {} : { continue: token }) });
        const response = await ask(`${path}?${query}`, { headers: { accept } });
        const page = (await response.json()) as {
          metadata: { resourceVersion: string; continue?: string };
          items: ApiObject[] | null;
        };
        items.push(...(page.items ?? []));
        token = page.metadata.continue ?? "";
        if (token === "") return { items, resourceVersion: page.metadata.resourceVersion };
      }
    },
    watch: async function* (path, metaGroup, resourceVersion, signal) {
      const accept = `application/json;as=PartialObjectMetadata;g=${metaGroup};v=v1,application/json`;
      const query = new URLSearchParams({ watch: "true", allowWatchBookmarks: "true", resourceVersion });
      const response = await ask(`${path}?${query}`, { headers: { accept }, signal });
      for await (const line of linesOf(response)) yield JSON.parse(line) as WatchEvent;
    },
  };
  return api;
}

async function statusOf(response: Response): Promise<Partial<Status>> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Partial<Status>;
  } catch {
    return { message: text };
  }
}

async function* linesOf(response: Response): AsyncIterable<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body) {
    rest += decoder.decode(chunk, { stream: true });
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (line !== "") yield line;
    }
  }
}
