/** Names in lower case; several values are sent as several lines. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A request as the client makes it. The body is whole, so that a request can be sent again. */
export interface TransportRequest {
  readonly method: string;
  /** From the server's root: path and query. */
  readonly path: string;
  readonly headers?: RequestHeaders;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Ends the request, and also the body of its answer while that is read. */
  readonly signal?: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  /** @param name in lower case; values of a header that repeats are joined by `, ` */
  header(name: string): string | undefined;
  /** The bytes as they arrive; single-consumer. Leaving the loop early gives the connection up. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * How a client reaches a server: over HTTPS, or a function in this process. It rejects when there is no answer; every answer,
 * also of an error, is a value.
 */
export interface Transport {
  fetch(request: TransportRequest): Promise<TransportResponse>;
}

/** A transport that holds connections. */
export interface ConnectedTransport extends Transport, Disposable {
  /** Closes idle connections now, and others when their answers are read. */
  close(): void;
}
