import { abortProblem, type Clock, type Timer } from "@svc/base";
import { noBytes } from "../body-buffer.ts";
import type { Exchange, ExchangeRequest, ResponseReceiver } from "../client/exchange/exchange.ts";
import type { HttpClient } from "../client/http-client.ts";
import { isBodiless } from "../content-length.ts";
import { ClientGoneError, type HttpResponse, type ResponseWriter } from "../http.ts";
import { type HeaderPair, returnedHeaders } from "./forwarded-headers.ts";
import { unzippedExchange } from "./unzip-response.ts";

/** Changes a body as it passes. */
export interface BodyRewriter {
  /** The part of the received bytes that can be sent. */
  write(chunk: Buffer): Buffer;
  /** The rest. */
  end(): Buffer;
}

/** The head of a response as it is passed back. */
export interface ForwardedHead {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** The length of the backend's body; undefined if it is not known. */
  readonly length: number | undefined;
  /** @default the body passes as it is */
  readonly rewriter?: BodyRewriter;
  /**
   * The type of a body by its beginning, for a response that names none; the length must be known.
   * @default it gets none
   */
  readonly typeOf?: (start: Buffer) => string;
}

/** The whole response was not there in time. */
export class ForwardTimeoutError extends Error {
  override readonly name = "ForwardTimeoutError";
}

/** A request that is passed on. */
export interface ForwardOptions {
  readonly client: Pick<HttpClient, "exchange">;
  readonly request: ExchangeRequest;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** Until the whole response is there. @default as long as it takes */
  readonly timeout?: { readonly ms: number; readonly clock: Clock };
  /**
   * The client has no preference for an encoding: the request is sent with one for gzip, and the
   * response passes without it. @default false
   */
  readonly unzips?: boolean;
  /** Gets interim responses, which precede the head. @default they are dropped */
  readonly onInterim?: (status: number, headers: readonly HeaderPair[]) => void;
  /** An error that it throws rejects the response, and the request is aborted. */
  readonly onHead: (status: number, headers: readonly HeaderPair[]) => ForwardedHead;
}

/**
 * Passes a request on to a backend, and its response back as it arrives, at the client's pace. A
 * response that is available as a whole is written at once.
 * @throws {ForwardTimeoutError} where there is no response in time
 * @throws {ClientGoneError}
 */
export function forward(options: ForwardOptions): Promise<HttpResponse> {
  return new Promise((resolve, reject) => new Forwarding(options, { resolve, reject }).start());
}

interface Outcome {
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (error: unknown) => void;
}

/** A class: one is made for every request that is passed on. */
class Forwarding implements ResponseReceiver {
  readonly #options: ForwardOptions;
  readonly #outcome: Outcome;
  #exchange: Exchange | undefined;
  #timer: Timer | undefined;
  /** The head of a response that the caller has not received yet. */
  #head: ForwardedHead | undefined;
  #rewriter: BodyRewriter | undefined;
  /** Pieces that arrived before the writer. */
  #pieces: Buffer[] = [];
  #writer: ResponseWriter | undefined;
  /** The trailers of a response that has ended. */
  #trailers: readonly string[] = [];
  /** A turn has passed since the head arrived. */
  #isLate = false;
  #state: "open" | "ended" | "failed" = "open";

  constructor(options: ForwardOptions, outcome: Outcome) {
    this.#options = options;
    this.#outcome = outcome;
  }

  start(): void {
    const { client, request, signal, timeout, unzips = false } = this.#options;
    signal.addEventListener("abort", this.#leave, { once: true });
    if (timeout !== undefined) this.#timer = timeout.clock.after(timeout.ms, () => this.#expire());
    try {
      this.#exchange = unzips ? unzippedExchange(client, request, this) : client.exchange(request, this);
      if (signal.aborted) this.#leave();
    } catch (error) {
      this.fail(error);
    }
  }

  interim(status: number, headers: readonly HeaderPair[]): void {
    this.#options.onInterim?.(status, headers);
  }

  head(status: number, headers: readonly HeaderPair[]): void {
    try {
      const head = this.#options.onHead(status, headers);
      this.#head = head;
      this.#rewriter = head.rewriter;
      // The body of a small response arrives with its head: they leave together. So does the
      // beginning of one that names no type.
      if (head.length === undefined && !this.#isBodiless(head)) this.#pass(head);
      else setImmediate(() => this.#passLate());
    } catch (error) {
      this.#giveUp();
      this.#outcome.reject(error);
    }
  }

  data(chunk: Buffer): boolean {
    const piece = this.#rewriter === undefined ? chunk : this.#rewriter.write(chunk);
    if (this.#writer !== undefined) return piece.length === 0 || this.#writer.write(piece);
    this.#pieces.push(piece);
    if (this.#isLate && this.#head !== undefined) this.#pass(this.#head);
    return this.#head !== undefined && !this.#isLate;
  }

  end(trailers: readonly HeaderPair[] = []): void {
    this.#stop("ended");
    this.#trailers = returnedHeaders(trailers);
    const rest = this.#rewriter?.end() ?? noBytes;
    if (this.#writer === undefined) {
      this.#pieces.push(rest);
      const head = this.#head;
      if (head !== undefined && this.#trailers.length > 0 && !this.#isBodiless(head)) this.#pass(head);
      else if (head !== undefined) this.#passWhole(head);
      return;
    }
    if (rest.length > 0) this.#writer.write(rest);
    this.#writer.end(this.#trailers);
  }

  fail(error: unknown): void {
    this.#stop("failed");
    // Once there is a head, a broken body is all that can be shown.
    if (this.#head !== undefined) this.#pass(this.#head);
    this.#outcome.reject(error);
    this.#writer?.abort();
  }

  #isBodiless({ status }: ForwardedHead): boolean {
    return isBodiless(this.#options.request.method, status);
  }

  #passLate(): void {
    this.#isLate = true;
    const head = this.#head;
    if (head === undefined || this.#isBodiless(head)) return;
    // The type of a response is in its head, so it waits for the beginning of the body.
    if (head.typeOf === undefined || this.#pieces.length > 0) this.#pass(head);
    else this.#exchange?.resume();
  }

  #passWhole(head: ForwardedHead): void {
    this.#head = undefined;
    const pieces = this.#pieces.splice(0).filter(({ length }) => length > 0);
    if (!this.#isBodiless(head)) this.#resolve(head, pieces.length === 1 ? (pieces[0] as Buffer) : pieces, pieces[0]);
    else {
      // A response to HEAD announces the length that the body would have.
      const { length } = head;
      const body = length === undefined ? noBytes : { length, start: () => undefined };
      this.#resolve(head, body, undefined);
    }
  }

  #pass(head: ForwardedHead): void {
    this.#head = undefined;
    const length = this.#rewriter === undefined ? head.length : undefined;
    const start = (writer: ResponseWriter): void => this.#open(writer);
    const cancel = (): void => this.#giveUp();
    const body = length === undefined || length === 0 ? { start, cancel } : { length, start, cancel };
    this.#resolve(head, body, this.#pieces[0]);
  }

  #resolve(
    { status, headers, typeOf }: ForwardedHead,
    body: HttpResponse["body"],
    beginning: Buffer | undefined,
  ): void {
    const isTyped = typeOf === undefined || beginning === undefined;
    const all = isTyped ? headers : [...headers, "Content-Type", typeOf(beginning)];
    this.#outcome.resolve({ status, headers: all, body, keepsEncoding: true });
  }

  #open(writer: ResponseWriter): void {
    this.#writer = writer;
    if (this.#state === "failed") {
      writer.abort();
      return;
    }
    writer.onClose(() => this.#giveUp());
    writer.onDrain(() => this.#exchange?.resume());
    let isFree = true;
    for (const piece of this.#pieces.splice(0)) if (piece.length > 0) isFree = writer.write(piece);
    if (this.#state === "ended") writer.end(this.#trailers);
    else if (isFree) this.#exchange?.resume();
  }

  #expire(): void {
    this.#giveUp();
    this.#outcome.reject(new ForwardTimeoutError("the backend's response is late"));
    this.#writer?.abort();
  }

  readonly #leave = (): void => {
    this.#giveUp();
    this.#outcome.reject(new ClientGoneError(abortProblem(this.#options.signal)));
  };

  #giveUp(): void {
    if (this.#state !== "open") return;
    this.#stop("failed");
    this.#head = undefined;
    this.#exchange?.abort();
  }

  #stop(state: "ended" | "failed"): void {
    this.#state = state;
    this.#timer?.cancel();
    this.#options.signal.removeEventListener("abort", this.#leave);
  }
}
