/** A request whose response goes to a receiver, for proxies. */
export interface ExchangeRequest {
  readonly method: string;
  /** `https://host:port` */
  readonly origin: string;
  /** Path and query as they are sent, not normalized; begins with a slash. */
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** Absent: the request has none. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  /**
   * True to send the request once more, with its body, if the server refuses it unprocessed.
   * @default only a request without a body is sent again, as by kube-apiserver for its clients
   */
  readonly repeatsBody?: boolean;
}

/** Header lines: names in lower case; several values of one name are several pairs. */
type HeaderLines = readonly (readonly [name: string, value: string])[];

/** Receives one response as it arrives. Nothing follows `end` or `fail`. */
export interface ResponseReceiver {
  /** An interim response came: 102 to 199. @default it is dropped */
  interim?(status: number, headers: HeaderLines): void;
  head(status: number, headers: HeaderLines): void;
  /** @returns false where the receiver is behind: no more arrives until it calls `resume`. */
  data(chunk: Buffer): boolean;
  /** @param trailers header lines that came behind the body */
  end(trailers?: HeaderLines): void;
  fail(error: unknown): void;
}

/** A request that was sent. */
export interface Exchange {
  resume(): void;
  /** Gives the request up; the receiver is called no more. */
  abort(): void;
}
