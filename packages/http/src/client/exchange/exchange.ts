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
}

/** Receives one response as it arrives. Nothing follows `end` or `fail`. */
export interface ResponseReceiver {
  /** @param headers names in lower case; several values of one name are several pairs */
  head(status: number, headers: readonly (readonly [name: string, value: string])[]): void;
  /** @returns false where the receiver is behind: no more arrives until it calls `resume`. */
  data(chunk: Buffer): boolean;
  end(): void;
  fail(error: unknown): void;
}

/** A request that was sent. */
export interface Exchange {
  resume(): void;
  /** Gives the request up; the receiver is called no more. */
  abort(): void;
}
