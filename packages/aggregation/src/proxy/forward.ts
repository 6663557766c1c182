import type { Clock, Timer } from "@svc/base";
import type { HttpResponse, ResponseWriter } from "@svc/http";
import {
  connectionError,
  type Exchange,
  type ExchangeRequest,
  type ResponseReceiver,
  type SharedHttpClient,
} from "@svc/http/client";
import { textAnswer } from "@svc/server";
import { type HeaderPair, headerOf, responseHeaders } from "./response-headers.ts";

/** A request that is handed on. */
export interface ForwardOptions {
  readonly client: SharedHttpClient;
  readonly request: ExchangeRequest;
  /** Until the whole response is there; undefined for requests without an end of their own. */
  readonly timeoutMs: number | undefined;
  readonly clock: Clock;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** Responses up to this length are read before they are sent: they cost one write. */
const maxWholeBytes = 64 * 1024;

/** Hands a request on. The response of the other server is passed as it arrives. */
export function forward(options: ForwardOptions): Promise<HttpResponse> {
  return new Promise((resolve) => new Forwarding(options, resolve).start());
}

/** The response to a request whose backend gave none. */
export function unreachable(error: unknown, origin: string): HttpResponse {
  const reason = connectionError(error, hostOfOrigin(origin));
  return textAnswer(503, `error trying to reach service: ${reason}\n`);
}

/** The host with its port, whether that is the usual one or not. */
export function hostOfOrigin(origin: string): Pick<URL, "host" | "hostname"> {
  const host = origin.slice(origin.indexOf("//") + 2);
  return { host, hostname: host.slice(0, host.lastIndexOf(":")) };
}

/** A class: one is made for every request that is handed on. */
class Forwarding implements ResponseReceiver {
  readonly #options: ForwardOptions;
  readonly #resolve: (response: HttpResponse) => void;
  #exchange: Exchange | undefined;
  #timer: Timer | undefined;
  #status = 0;
  #headers: string[] = [];
  /** Pieces that wait for the end of a small response, or for the writer. */
  readonly #pieces: Buffer[] = [];
  #isWhole = false;
  #writer: ResponseWriter | undefined;
  #ending: "open" | "ended" | "failed" = "open";

  constructor(options: ForwardOptions, resolve: (response: HttpResponse) => void) {
    this.#options = options;
    this.#resolve = resolve;
  }

  start(): void {
    const { client, request, timeoutMs, clock, signal } = this.#options;
    if (timeoutMs === undefined) signal.addEventListener("abort", () => this.#giveUp(), { once: true });
    else this.#timer = clock.after(timeoutMs, () => this.#expire());
    try {
      this.#exchange = client.exchange(request, this);
    } catch (error) {
      this.fail(error);
    }
  }

  head(status: number, headers: readonly HeaderPair[]): void {
    this.#status = status;
    if (isRedirect(status) && headerOf(headers, "location") !== undefined) {
      this.#giveUp();
      this.#resolve(redirectRefused);
      return;
    }
    const isHead = this.#options.request.method === "HEAD";
    const isBodiless = isHead || status === 204 || status === 304;
    this.#headers = responseHeaders(headers, isHead);
    const text = headerOf(headers, "content-length");
    const length = text === undefined ? undefined : Number(text);
    this.#isWhole = isBodiless || (length !== undefined && length <= maxWholeBytes);
    if (this.#isWhole) return;
    const start = (writer: ResponseWriter): void => this.#open(writer);
    const body = length === undefined ? { start } : { length, start };
    this.#resolve({ status, headers: this.#headers, body });
  }

  data(chunk: Buffer): boolean {
    if (this.#writer !== undefined) return this.#writer.write(chunk);
    this.#pieces.push(chunk);
    return this.#isWhole;
  }

  end(): void {
    this.#timer?.cancel();
    this.#ending = "ended";
    if (this.#writer !== undefined) this.#writer.end();
    else if (this.#isWhole) {
      const [body = Buffer.alloc(0), ...more] = this.#pieces;
      const isDescribed = this.#headers.some((name) => name === "content-type" || name === "content-encoding");
      if (body.length > 0 && !isDescribed) this.#headers.push("content-type", sniff(body));
      const whole = more.length === 0 ? body : this.#pieces;
      this.#resolve({ status: this.#status, headers: this.#headers, body: whole });
    }
  }

  fail(error: unknown): void {
    this.#timer?.cancel();
    this.#ending = "failed";
    if (this.#status === 0 || this.#isWhole) this.#resolve(unreachable(error, this.#options.request.origin));
    else this.#writer?.abort();
  }

  #open(writer: ResponseWriter): void {
    this.#writer = writer;
    if (this.#ending === "failed") {
      writer.abort();
      return;
    }
    writer.onClose(() => this.#giveUp());
    writer.onDrain(() => this.#exchange?.resume());
    for (const piece of this.#pieces.splice(0)) writer.write(piece);
    if (this.#ending === "ended") writer.end();
    else this.#exchange?.resume();
  }

  #giveUp(): void {
    this.#timer?.cancel();
    if (this.#ending === "open") this.#exchange?.abort();
  }

  #expire(): void {
    this.#exchange?.abort();
    if (this.#status === 0 || this.#isWhole) this.#resolve(timedOut);
    else if (this.#writer !== undefined) this.#writer.abort();
    else this.#ending = "failed";
  }
}

/** What a body is, by its first bytes, where its server does not say. */
function sniff(body: Buffer): string {
  const isText = body.subarray(0, 512).every((byte) => byte > 0x1a || textControls.has(byte));
  return isText ? "text/plain; charset=utf-8" : "application/octet-stream";
}

/** Tab, line feed, form feed, carriage return. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d]);

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Clients would send their credentials after it. */
const redirectRefused: HttpResponse = {
  status: 502,
  headers: ["Content-Type", "text/plain; charset=utf-8"],
  body: Buffer.from("the backend attempted to redirect this request, which is not permitted"),
};

const timedOut: HttpResponse = {
  status: 504,
  headers: ["Content-Type", "text/plain; charset=utf-8"],
  body: Buffer.from(
    `${JSON.stringify({
      metadata: {},
      status: "Failure",
      message: "Timeout: request did not complete within the allotted timeout",
      reason: "Timeout",
      details: {},
      code: 504,
    })}`,
  ),
};
