import type { RequestHeaders, Transport, TransportResponse } from "./transport.ts";

/** Any function shaped like `fetch`: the web's own, or that of a server in this process. */
export type FetchFunction = (path: string, init: RequestInit) => Promise<Response>;

export interface FetchTransportOptions {
  /** What paths are relative to. @default none: the function gets paths from the server's root */
  readonly baseUrl?: string;
  /** Sent with every request, such as `authorization`. */
  readonly headers?: RequestHeaders;
}

/** Reaches a server through a function, without connections of its own. */
export function createFetchTransport(fetch: FetchFunction, options: FetchTransportOptions = {}): Transport {
  const base = options.baseUrl?.replace(/\/+$/, "") ?? "";
  return {
    fetch: async ({ method, path, headers, body, signal }) => {
      const response = await fetch(base + path, {
        method,
        headers: pairsOf({ ...options.headers, ...headers }),
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
      return responseOf(response);
    },
  };
}

function pairsOf(headers: RequestHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : value.map((one): [string, string] => [name, one]),
  );
}

function responseOf(response: Response): TransportResponse {
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    body: response.body ?? nothing(),
  };
}

async function* nothing(): AsyncIterable<Uint8Array> {
  // No body has no bytes.
}
