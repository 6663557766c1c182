import type { Dispatcher } from "undici";

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

/** How exchanges are sent over HTTP/1.1. */
export interface ExchangeOptions {
  readonly dispatcher: Dispatcher;
  /** True where the connection ended before the response. */
  readonly isLost: (error: unknown) => boolean;
  /** What the receiver is given for an error. */
  readonly errorOf: (error: unknown) => unknown;
}

/**
 * Sends a request over HTTP/1.1. One that only reads is sent once more where its connection ends
 * before the response: a server may close an idle connection just when a request goes out on it.
 */
export function startExchange(
  request: ExchangeRequest,
  receiver: ResponseReceiver,
  options: ExchangeOptions,
): Exchange {
  const exchange = new RunningExchange(request, receiver, options);
  exchange.send();
  return exchange;
}

/** A class: one is made for every request that is handed on. */
class RunningExchange implements Exchange, Dispatcher.DispatchHandler {
  readonly #request: ExchangeRequest;
  readonly #receiver: ResponseReceiver;
  readonly #options: ExchangeOptions;
  #controller: Dispatcher.DispatchController | undefined;
  #isRepeated = false;
  #hasHead = false;
  #isOver = false;

  constructor(request: ExchangeRequest, receiver: ResponseReceiver, options: ExchangeOptions) {
    this.#request = request;
    this.#receiver = receiver;
    this.#options = options;
  }

  send(): void {
    const { method, origin, path, headers, body } = this.#request;
    try {
      this.#options.dispatcher.dispatch(
        {
          origin,
          path,
          method: method as Dispatcher.HttpMethod,
          headers: headers as string[],
          body: (body ?? null) as Buffer | null,
        },
        this,
      );
    } catch (error) {
      this.#fail(error);
    }
  }

  resume(): void {
    this.#controller?.resume();
  }

  abort(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.abort(givenUp);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(givenUp);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // Interim responses are of the connection.
    if (this.#isOver || status < 200) return;
    this.#hasHead = true;
    this.#receiver.head(status, pairsOf(headers));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isOver && !this.#receiver.data(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#receiver.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver) return;
    const { method, body } = this.#request;
    const repeats = method === "GET" && body === undefined && !this.#hasHead && !this.#isRepeated;
    if (repeats && this.#options.isLost(error)) {
      this.#isRepeated = true;
      this.send();
    } else this.#fail(error);
  }

  #fail(error: unknown): void {
    this.#isOver = true;
    this.#receiver.fail(this.#options.errorOf(error));
  }
}

const givenUp = new Error("the request was given up");

function pairsOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (const name in headers) {
    const value = headers[name];
    // Pseudo-headers of HTTP/2 are no headers.
    if (value === undefined || name.startsWith(":")) continue;
    if (typeof value === "string") pairs.push([name, value]);
    else for (const one of value) pairs.push([name, one]);
  }
  return pairs;
}
