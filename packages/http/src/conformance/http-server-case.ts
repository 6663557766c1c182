import type { ClientRequest, ClientResponse } from "../client/index.ts";
import type { Handler } from "../http.ts";

/** A running server with one handler, and a client for it. */
export interface RunningServer {
  fetch(request: Omit<ClientRequest, "url"> & { readonly path: string }): Promise<ClientResponse>;
  close(): Promise<void>;
}

/** A law of servers that run handlers. */
export interface HttpServerCase {
  readonly name: string;
  readonly run: (open: (handler: Handler) => Promise<RunningServer>) => Promise<void>;
}
