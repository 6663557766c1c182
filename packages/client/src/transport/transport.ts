/** Headers by lower-case name. Several values are sent as several lines. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A request of the client. The body is complete, so that the request can be repeated. */
export interface TransportRequest {
  readonly method: string;
  /** Path and query, from the server's root. */
  readonly path: string;
  readonly headers?: RequestHeaders;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Aborts the request, and its response body while that is read. */
  readonly signal?: AbortSignal;
}

/** A response, whose body can be streamed. */
export interface TransportResponse {
  readonly status: number;
  /** @param name in lower case. Values of a repeated header are joined by `, ` */
  header(name: string): string | undefined;
  /** Bytes as they arrive, for one consumer. Leaving the loop early closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends requests to a server, over HTTPS or through a function in this process. Rejects only if
 * there is no response; a response with an error status is a value.
 */
export interface Transport {
  fetch(request: TransportRequest): Promise<TransportResponse>;
}

/** A transport with persistent connections. */
export interface ConnectedTransport extends Transport, Disposable {
  /** Closes idle connections now, and others after their responses. */
  close(): void;
}
