import { requestBytes } from "../client/target.ts";
import { configMapsOf, itemName, namespaces } from "../objects/objects.ts";
import { type LoopScenario, textAfter } from "./scenario.ts";

const items = configMapsOf(namespaces.items);

export const get: LoopScenario = {
  name: "get",
  about: "one object of 2 KB",
  connections: 16,
  source: ({ target, index }) => {
    const request = requestBytes(target, { method: "GET", path: `${items}/${itemName(index)}` });
    return () => request;
  },
};

interface ListOptions {
  readonly query?: string;
  readonly gzip?: boolean;
  readonly accept?: string;
}

function list(name: string, about: string, { query = "", ...requested }: ListOptions = {}): LoopScenario {
  return {
    name,
    about,
    connections: 2,
    source: ({ target }) => {
      const request = requestBytes(target, { method: "GET", path: items + query, ...requested });
      return () => request;
    },
  };
}

export const list5000: LoopScenario = list("list5000", "all 5,000 objects of 2 KB, consistent");
export const listAny: LoopScenario = list("list-any", "the same at resourceVersion=0", {
  query: "?resourceVersion=0",
});
export const listGzip: LoopScenario = list("list-gzip", "the consistent list, compressed", { gzip: true });
/** In the Kubernetes dialect, requested as client-go does. */
export const listProtobuf: LoopScenario = list("list-protobuf", "the consistent list, as protobuf", {
  accept: "application/vnd.kubernetes.protobuf",
});

export const pages: LoopScenario = {
  name: "pages",
  about: "the same list in pages of 500; a request is a page",
  connections: 2,
  keepBytes: 4096,
  source: ({ target }) => {
    const first = requestBytes(target, { method: "GET", path: `${items}?limit=500` });
    return (last) => {
      const token = last && textAfter(last, '"continue":"');
      if (token === undefined || token === "") return first;
      return requestBytes(target, { method: "GET", path: `${items}?limit=500&continue=${encodeURIComponent(token)}` });
    };
  },
};

/** The first page of a collection of any size. */
export const firstPage: LoopScenario = {
  name: "first-page",
  about: "the first 500 of what memory was measured with",
  connections: 2,
  source: ({ target }) => {
    const path = `${configMapsOf(namespaces.memory)}?limit=500`;
    const request = requestBytes(target, { method: "GET", path });
    return () => request;
  },
};
