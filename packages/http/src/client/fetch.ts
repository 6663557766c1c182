import { BodyStream } from "../body-stream.ts";
import type { Exchange, ExchangeRequest, ResponseReceiver } from "./exchange/exchange.ts";

/** A request to another server. Redirects are not followed: they are responses like others. */
export interface ClientRequest {
  readonly method: string;
  readonly url: URL;
  /**
   * Path and query as they are sent, not normalized; begins with a slash. @default those of `url`
   */
  readonly path?: string;
  /** Names in lower case; several values are sent as several lines. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /**
   * Ends the request, and the body of its response while that is read; both reject with the
   * signal's reason.
   */
  readonly signal?: AbortSignal;
}

/** The head of a response, and its body as it arrives. */
export interface ClientResponse {
  readonly status: number;
  /** @param name in lower case; values of a header that repeats are joined by `, ` */
  header(name: string): string | undefined;
  /**
   * The bytes as they arrive; single-consumer. It must be read, or left early, which gives the
   * response up.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends a request as an exchange. */
export function fetchOver(
  exchange: (request: ExchangeRequest, receiver: ResponseReceiver) => Exchange,
  request: ClientRequest,
): Promise<ClientResponse> {
  return new Promise((resolve, reject) => new Fetching(exchange, request, { resolve, reject }));
}

interface Outcome {
  readonly resolve: (response: ClientResponse) => void;
  readonly reject: (error: unknown) => void;
}

/** A class, since its methods share the state of one response. */
class Fetching implements ResponseReceiver {
  readonly #outcome: Outcome;
  readonly #signal: AbortSignal | undefined;
  readonly #exchange: Exchange | undefined;
  readonly #body: BodyStream = new BodyStream({
    onRead: () => this.#exchange?.resume(),
    onCancel: () => this.#leave(),
  });

  constructor(
    exchange: (request: ExchangeRequest, receiver: ResponseReceiver) => Exchange,
    request: ClientRequest,
    outcome: Outcome,
  ) {
    this.#outcome = outcome;
    this.#signal = request.signal;
    if (request.signal?.aborted === true) {
      outcome.reject(request.signal.reason);
      return;
    }
    request.signal?.addEventListener("abort", this.#abort);
    try {
      this.#exchange = exchange(exchangeRequestOf(request), this);
    } catch (error) {
      this.fail(error);
    }
  }

  head(status: number, headers: readonly (readonly [string, string])[]): void {
    this.#outcome.resolve({ status, header: (name) => headerOf(headers, name), body: this.#body });
  }

  data(chunk: Buffer): boolean {
    this.#body.push(chunk);
    return this.#body.wantsMore;
  }

  end(): void {
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#body.end();
  }

  fail(error: unknown): void {
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#outcome.reject(error);
    this.#body.fail(error);
  }

  #leave(): void {
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#exchange?.abort();
  }

  readonly #abort = (): void => {
    this.#exchange?.abort();
    this.fail(this.#signal?.reason);
  };
}

function exchangeRequestOf({ method, url, path, headers = {}, body }: ClientRequest): ExchangeRequest {
  const lines: string[] = [];
  for (const name in headers) {
    const value = headers[name] as string | readonly string[];
    if (typeof value === "string") lines.push(name, value);
    else for (const each of value) lines.push(name, each);
  }
  return {
    method,
    origin: url.origin,
    path: path ?? url.pathname + url.search,
    headers: lines,
    ...(body === undefined ? {} : { body: typeof body === "string" ? Buffer.from(body) : body }),
    repeatsBody: typeof body === "string" || body instanceof Uint8Array,
  };
}

function headerOf(headers: readonly (readonly [string, string])[], name: string): string | undefined {
  let found: string | undefined;
  for (const [own, value] of headers) if (own === name) found = found === undefined ? value : `${found}, ${value}`;
  return found;
}
