import { ClientGoneError, type HttpResponse, type ResponseWriter } from "@svc/http";
import type { Exchange, ExchangeRequest, ResponseReceiver, SharedHttpClient } from "@svc/http/client";
import type { HeaderPair } from "./headers.ts";

/** Changes a body as it passes. */
export interface BodyRewriter {
  /** What can be sent of what arrived so far. */
  write(chunk: Buffer): Buffer;
  /** The rest. */
  end(): Buffer;
}

/** The head of a response as it is passed back. */
export interface PassedHead {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** Of the body; undefined where it is not known. */
  readonly length: number | undefined;
  /** @default the body passes as it is */
  readonly rewriter?: BodyRewriter;
  /** The type of the body, by its beginning, for a response that names none. */
  readonly typeOf?: (start: Buffer) => string;
}

interface ForwardOptions {
  readonly client: SharedHttpClient;
  readonly request: ExchangeRequest;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** @throws {StatusError} for a response that is not passed back */
  readonly onHead: (status: number, headers: readonly HeaderPair[]) => PassedHead;
}

/**
 * Passes a request on, and its response back as it arrives. It rejects where there is no
 * response.
 */
export function forward(options: ForwardOptions): Promise<HttpResponse> {
  return new Promise((resolve, reject) => new Forwarding(options, { resolve, reject }).start());
}

interface Outcome {
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (error: unknown) => void;
}

/** A class, since its methods share the state of one response. */
class Forwarding implements ResponseReceiver {
  readonly #options: ForwardOptions;
  readonly #outcome: Outcome;
  #exchange: Exchange | undefined;
  #rewriter: BodyRewriter | undefined;
  /** Pieces that arrived before the response's head was sent. */
  #pieces: Buffer[] = [];
  #writer: ResponseWriter | undefined;
  /** A head that waits for the beginning of the body, which tells the type. */
  #waiting: PassedHead | undefined;
  #state: "open" | "ended" | "failed" = "open";

  constructor(options: ForwardOptions, outcome: Outcome) {
    this.#options = options;
    this.#outcome = outcome;
  }

  start(): void {
    const { client, request, signal } = this.#options;
    signal.addEventListener("abort", this.#leave, { once: true });
    try {
      this.#exchange = client.exchange(request, this);
      if (signal.aborted) this.#leave();
    } catch (error) {
      this.fail(error);
    }
  }

  head(status: number, headers: readonly HeaderPair[]): void {
    try {
      const passed = this.#options.onHead(status, headers);
      this.#rewriter = passed.rewriter;
      if (passed.typeOf === undefined || hasNoBody(passed)) this.#pass(passed);
      else this.#waiting = passed;
    } catch (error) {
      this.#giveUp();
      this.#outcome.reject(error);
    }
  }

  data(chunk: Buffer): boolean {
    const { typeOf, headers = [] } = this.#waiting ?? {};
    if (this.#waiting !== undefined && typeOf !== undefined)
      this.#pass({ ...this.#waiting, headers: [...headers, "Content-Type", typeOf(chunk)] });
    const piece = this.#rewriter === undefined ? chunk : this.#rewriter.write(chunk);
    if (this.#writer === undefined) {
      this.#pieces.push(piece);
      return false;
    }
    return piece.length === 0 || this.#writer.write(piece);
  }

  end(): void {
    this.#stop("ended");
    if (this.#waiting !== undefined) this.#pass({ ...this.#waiting, length: 0 });
    const rest = this.#rewriter?.end();
    if (this.#writer === undefined) {
      if (rest !== undefined) this.#pieces.push(rest);
      return;
    }
    if (rest !== undefined && rest.length > 0) this.#writer.write(rest);
    this.#writer.end();
  }

  fail(error: unknown): void {
    this.#stop("failed");
    // Once the head is passed on, a broken body is all that can be shown.
    this.#outcome.reject(error);
    this.#writer?.abort();
  }

  #pass(head: PassedHead): void {
    this.#waiting = undefined;
    this.#outcome.resolve({ status: head.status, headers: head.headers, body: this.#bodyOf(head) });
  }

  #bodyOf(head: PassedHead): HttpResponse["body"] {
    if (hasNoBody(head)) return Buffer.alloc(0);
    const { length } = head;
    const start = (writer: ResponseWriter): void => this.#open(writer);
    const cancel = (): void => this.#giveUp();
    return length === undefined ? { start, cancel } : { length, start, cancel };
  }

  #open(writer: ResponseWriter): void {
    this.#writer = writer;
    if (this.#state === "failed") {
      writer.abort();
      return;
    }
    writer.onClose(() => this.#giveUp());
    writer.onDrain(() => this.#exchange?.resume());
    for (const piece of this.#pieces.splice(0)) if (piece.length > 0) writer.write(piece);
    if (this.#state === "ended") writer.end();
    else this.#exchange?.resume();
  }

  readonly #leave = (): void => {
    this.#giveUp();
    this.#outcome.reject(new ClientGoneError("the client is gone"));
  };

  #giveUp(): void {
    if (this.#state !== "open") return;
    this.#stop("failed");
    this.#exchange?.abort();
  }

  #stop(state: "ended" | "failed"): void {
    this.#state = state;
    this.#options.signal.removeEventListener("abort", this.#leave);
  }
}

function hasNoBody({ status, length }: PassedHead): boolean {
  return length === 0 || status === 204 || status === 304;
}
