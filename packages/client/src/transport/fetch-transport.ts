import { trimEndOf } from "@svc/base";
import { aFunction, aString, checkArgument, either, listOf, optional, optionsOf, recordOf } from "@svc/base/check";
import type { RequestHeaders, Transport, TransportResponse } from "./transport.ts";

/**
 * A function with the signature of `fetch`: the global one, or that of a server in this process.
 */
export type FetchFunction = (path: string, init: RequestInit) => Promise<Response>;

/** Options of a fetch transport. */
export interface FetchTransportOptions {
  /** Base URL. @default none: the function receives paths from the server's root */
  readonly baseUrl?: string;
  /** Headers of every request, such as `authorization`. */
  readonly headers?: RequestHeaders;
}

const fetchTransportOptions = optionsOf<FetchTransportOptions>({
  baseUrl: optional(aString),
  headers: optional(recordOf(either(aString, listOf(aString)))),
});

/**
 * Creates a transport that calls a fetch function and has no connections of its own.
 * @throws {TypeError} for a wrong argument
 */
export function createFetchTransport(fetch: FetchFunction, options: FetchTransportOptions = {}): Transport {
  checkArgument("createFetchTransport: fetch", fetch, aFunction);
  checkArgument("createFetchTransport: options", options, fetchTransportOptions);
  const base = trimEndOf(options.baseUrl ?? "", "/");
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
