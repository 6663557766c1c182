import type { Socket } from "node:net";
import { isBodiless } from "../../content-length.ts";
import { type BodyReader, ChunkReader, LengthReader, TunnelReader } from "../../http1/body-reader.ts";
import { type Refusal, tooLarge } from "../../http1/field-lines.ts";
import { ReceiveBuffer } from "../../http1/receive-buffer.ts";
import type { Carried, Carrier, CarrierOptions, CarrierOwner, ResponseSink } from "../exchange/carrier.ts";
import { ConnectionLostError } from "../exchange/connection-lost-error.ts";
import type { ExchangeRequest } from "../exchange/exchange.ts";
import { MalformedResponseError } from "../exchange/malformed-response-error.ts";
import { framingOf, type RequestFraming, requestHead } from "./request-head.ts";
import { type Http1ResponseHead, malformedResponse, parseResponseHead } from "./response-head.ts";
import { sendStream, sendWhole } from "./send-body.ts";

/** The maximum size of a response's head, including interim responses. */
const maxHeadBytes = 256 * 1024;
/** Interim responses before one response. */
const maxInterim = 16;
const maxIdleMs = 90_000;
/** A connection is left so much earlier than the server ends it. */
const idleMarginMs = 1_000;

const never = Number.POSITIVE_INFINITY;

/**
 * A connection that carries one exchange after the other. It is used again only when request and
 * response ended as they announced, and nothing came behind them.
 * Source: RFC 9112, section 9.
 */
export class Http1ClientConnection implements Carrier {
  readonly multiplexes = false;
  deadline: number = never;
  readonly #socket: Socket;
  readonly #options: CarrierOptions;
  readonly #owner: CarrierOwner;
  /** Both ends of the connection, as errors show them. */
  readonly #ends: string | undefined;
  readonly #received = new ReceiveBuffer<Http1ResponseHead>(maxHeadBytes, parseResponseHead);
  #sink: ResponseSink | undefined;
  #method = "";
  #exchanges = 0;
  /** Undefined while a head is awaited. */
  #body: BodyReader | undefined;
  #interim = 0;
  #hasBegun = false;
  #isSending = false;
  #isPersistent = true;
  #idleMs = maxIdleMs;
  /** The receiver is behind. */
  #isPaused = false;
  /** Pieces that were read before the receiver was behind. */
  #held: Buffer[] = [];
  #hasEnded = false;
  #isOver = false;
  #isAdvancing = false;

  constructor(socket: Socket, owner: CarrierOwner, options: CarrierOptions) {
    this.#socket = socket;
    this.#owner = owner;
    this.#options = options;
    this.#ends = endsOf(socket);
    options.deadlines.add(this);
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("end", () => this.#ended());
    socket.on("error", (error) => this.#lose(error));
    socket.on("close", () => this.#ended());
  }

  get free(): number {
    return this.#sink === undefined && !this.#isOver && this.#socket.writable ? 1 : 0;
  }

  /** @throws {TypeError} for a request that can't be written */
  send(request: ExchangeRequest, sink: ResponseSink): Carried {
    const framing = framingOf(request);
    const head = requestHead(request, framing, this.#options.host);
    this.#socket.ref();
    this.#sink = sink;
    this.#method = request.method;
    this.#exchanges++;
    this.#hasBegun = false;
    this.#interim = 0;
    this.deadline = this.#in(this.#options.headersTimeoutMs);
    const { body } = request;
    if (body === undefined || body instanceof Uint8Array) sendWhole(this.#socket, head, body);
    else this.#stream(head, body, framing);
    const isMine = (): boolean => this.#sink === sink;
    return {
      resume: () => isMine() && this.#resume(),
      abort: () => {
        if (!isMine()) return;
        this.#sink = undefined;
        this.#leave();
      },
    };
  }

  #stream(head: string, body: AsyncIterable<Uint8Array>, framing: RequestFraming): void {
    this.#isSending = true;
    this.#socket.write(head, "latin1");
    sendStream(this.#socket, body, framing).then(
      () => {
        this.#isSending = false;
      },
      (error: unknown) => this.#break(error),
    );
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    while (this.#held.length > 0 && !this.#isPaused) this.#give(this.#held.shift() as Buffer);
    if (this.#isPaused || this.#isOver) return;
    this.deadline = this.#in(this.#options.bodyTimeoutMs);
    this.#socket.resume();
    this.#advance();
    if (this.#hasEnded && !this.#isPaused) this.#lose(undefined);
  }

  /** Ends when its exchange is over. */
  close(): void {
    this.#isPersistent = false;
    if (this.#sink === undefined) this.#leave();
  }

  expire(): void {
    if (this.#sink === undefined) this.#leave();
    else this.#break(new Error(this.#hasBegun ? "the response's body stopped coming" : "no response came in time"));
  }

  #in(ms: number): number {
    return ms === 0 ? never : this.#options.deadlines.in(ms);
  }

  #take(bytes: Buffer): void {
    if (this.#isOver) return;
    // Bytes without a pending request would be read as the next response.
    if (this.#sink === undefined) this.#leave();
    else {
      this.#received.add(bytes);
      this.#advance();
    }
  }

  #advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    while (this.#step());
    this.#isAdvancing = false;
  }

  /** @returns whether there may be more to do */
  #step(): boolean {
    if (this.#sink === undefined || this.#isPaused) return false;
    const body = this.#body;
    if (body === undefined) return this.#readHead();
    const isEmpty = this.#received.length === 0;
    if (body.done || (isEmpty && this.#hasEnded && body instanceof TunnelReader)) return this.#finish();
    if (isEmpty) return false;
    this.deadline = this.#in(this.#options.bodyTimeoutMs);
    const read = (bytes: Buffer, from: number): number => body.read(bytes, from, (piece) => this.#give(piece));
    this.#received.takeBody({ read });
    if (body.broken) this.#break(new ConnectionLostError("malformed chunks of a response", { words: body.problem }));
    return !body.broken;
  }

  #readHead(): boolean {
    if (this.#received.length === 0) return false;
    const head = this.#received.takeHead();
    if (head === undefined) return false;
    if (!("headers" in head)) {
      this.#break(new MalformedResponseError(head.why ?? whyOf(head, this.#received.peekLine())));
      return false;
    }
    const { status } = head;
    if (status < 200) {
      // No switch was offered.
      if (status === 101)
        this.#break(new MalformedResponseError("the server switched protocols, which was not asked for"));
      else if (++this.#interim > maxInterim) this.#break(new MalformedResponseError("too many interim responses"));
      // `100 Continue` concerns only the two ends of this connection.
      else if (status > 101) this.#sink?.interim?.(status, head.headers);
      return true;
    }
    this.#hasBegun = true;
    if (!head.isPersistent) this.#isPersistent = false;
    this.#idleMs = Math.min(maxIdleMs, (head.idleSeconds ?? maxIdleMs) * 1000 - idleMarginMs);
    this.#body = this.#readerOf(head);
    this.deadline = this.#in(this.#options.bodyTimeoutMs);
    this.#sink?.head(status, head.headers);
    return true;
  }

  #readerOf({ status, bodyEnd }: Http1ResponseHead): BodyReader {
    if (isBodiless(this.#method, status)) return new LengthReader(0);
    if (bodyEnd === "chunks") return new ChunkReader();
    if (bodyEnd !== "close") return new LengthReader(bodyEnd);
    this.#isPersistent = false;
    return new TunnelReader();
  }

  #give(piece: Buffer): void {
    if (this.#sink === undefined) return;
    if (this.#isPaused) this.#held.push(piece);
    else if (!this.#sink.data(piece)) {
      this.#isPaused = true;
      this.deadline = never;
      this.#socket.pause();
    }
  }

  /** The response is whole. */
  #finish(): false {
    const sink = this.#sink;
    const trailers = this.#body?.trailers ?? [];
    this.#sink = undefined;
    this.#body = undefined;
    const isUsable = this.#isPersistent && !this.#isSending && this.#received.length === 0 && this.#idleMs > 0;
    if (isUsable && this.#socket.writable) {
      this.deadline = this.#options.deadlines.in(this.#idleMs);
      // An idle connection keeps no process alive.
      this.#socket.unref();
      this.#owner.released(this);
    } else this.#leave();
    if (trailers.length > 0) sink?.end(trailers);
    else sink?.end();
    return false;
  }

  #ended(): void {
    this.#hasEnded = true;
    this.#advance();
    // A paused receiver gets the data that was read; the end of the response is detected when it
    // resumes.
    if (!this.#isPaused) this.#lose(undefined);
  }

  #lose(cause: unknown): void {
    if (this.#isOver) return;
    const { code, message = "the connection ended" } = (cause ?? {}) as NodeJS.ErrnoException;
    const isLost = cause === undefined || code === "ECONNRESET" || code === "EPIPE";
    const isInHead = this.#sink !== undefined && this.#body === undefined && this.#received.length > 0;
    if (isLost && isInHead) this.#break(new MalformedResponseError("unexpected EOF", { cause }));
    else this.#break(isLost ? new ConnectionLostError(message, { cause, words: this.#lostWords(code) }) : cause);
  }

  /** How the original tells the end of the connection under a response. */
  #lostWords(code: string | undefined): string | undefined {
    if (code === "ECONNRESET" && this.#ends !== undefined)
      return `read tcp ${this.#ends}: read: connection reset by peer`;
    return this.#body === undefined ? undefined : "unexpected EOF";
  }

  #break(error: unknown): void {
    const sink = this.#sink;
    this.#sink = undefined;
    this.#leave();
    // The server may have ended an idle connection just when a request went out on it.
    sink?.fail(error, { isUntouched: !this.#hasBegun && this.#exchanges > 1 });
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.deadlines.remove(this);
    this.#received.clear();
    this.#held = [];
    this.#socket.destroy();
    this.#owner.gone(this);
  }
}

function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string | undefined {
  if (localAddress === undefined || remoteAddress === undefined) return undefined;
  return `${endOf(localAddress, localPort)}->${endOf(remoteAddress, remotePort)}`;
}

function endOf(address: string, port: number | undefined): string {
  return `${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** Why a head is refused that can't be parsed. */
function whyOf({ status }: Refusal, line: string): string {
  return status === tooLarge.status
    ? `net/http: server response headers exceeded ${maxHeadBytes} bytes; aborted`
    : malformedResponse(line);
}
