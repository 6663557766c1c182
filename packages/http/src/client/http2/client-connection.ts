import type { Socket } from "node:net";
import { checkFields, malformed } from "../../http2/fields.ts";
import { connectionWindowBytes, InitialWindow, ReceiveWindow, streamWindowBytes } from "../../http2/flow-windows.ts";
import { type DataFrame, FrameDispatcher, type FrameListener } from "../../http2/frame-dispatcher.ts";
import { FrameWriter } from "../../http2/frame-writer.ts";
import {
  ConnectionError,
  type ErrorCode,
  errorCode,
  firstWindow,
  flag,
  frameOf,
  frameType,
  goAwayFrame,
  maxWindow,
  preface,
  resetFrame,
  windowUpdateFrame,
} from "../../http2/frames.ts";
import { CompressionError, type DecodedHeaders } from "../../http2/hpack/decoder.ts";
import { clientSettingsFrame, readSettings, settingsAck } from "../../http2/settings.ts";
import type { Carried, Carrier, CarrierOptions, CarrierOwner, FailureKind, ResponseSink } from "../exchange/carrier.ts";
import type { ExchangeRequest } from "../exchange/exchange.ts";
import { ClientStream, type StreamConnection } from "./client-stream.ts";
import { endError, type GoAway, lostError, readGoAway, resetError } from "./lost-stream.ts";
import { requestLines } from "./request-lines.ts";

/** Streams of one connection, where its server allows more. */
const mostStreams = 1000;
/**
 * The initial settings, in force until the server sends its own. Source: RFC 9113, section 6.5.2.
 */
const firstMaxStreams = 100;
const maxHeaderBytes = 256 * 1024;
const maxInterim = 16;
const maxIdleMs = 90_000;
const lastStreamId = 2 ** 31 - 1;

/** A connection that carries several concurrent exchanges, each as a stream. Source: RFC 9113. */
export class Http2ClientConnection implements Carrier, FrameListener, StreamConnection {
  readonly multiplexes = true;
  deadline: number;
  readonly #socket: Socket;
  readonly #options: CarrierOptions;
  readonly #owner: CarrierOwner;
  readonly #dispatcher: FrameDispatcher;
  readonly #writer: FrameWriter;
  readonly #receiveWindow = new ReceiveWindow(connectionWindowBytes);
  readonly #streams = new Map<number, ClientStream>();
  #nextStream = 1;
  #maxStreams = firstMaxStreams;
  /** The initial send window of new streams. */
  readonly #initialWindow = new InitialWindow();
  /** Counts received bytes, to detect a silent connection. */
  #arrivals = 0;
  /** No stream is opened any more. */
  #isLast = false;
  #isOver = false;
  #goAway: GoAway | undefined;

  constructor(socket: Socket, owner: CarrierOwner, options: CarrierOptions) {
    this.#socket = socket;
    this.#owner = owner;
    this.#options = options;
    this.#dispatcher = new FrameDispatcher(maxHeaderBytes, this, "client");
    this.#writer = new FrameWriter(socket, options.bufferPool);
    this.#writer.control(preface);
    this.#writer.control(clientSettingsFrame({ streamWindow: streamWindowBytes, maxHeaderBytes }));
    this.#writer.control(windowUpdateFrame(0, connectionWindowBytes - firstWindow));
    this.deadline = options.deadlines.in(maxIdleMs);
    options.deadlines.add(this);
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("end", () => this.#lose(undefined));
    socket.on("error", (error) => this.#lose(error));
    socket.on("close", () => this.#lose(undefined));
  }

  get free(): number {
    if (this.#isLast || !this.#socket.writable) return 0;
    return Math.max(0, Math.min(mostStreams, this.#maxStreams) - this.#streams.size);
  }

  send(request: ExchangeRequest, sink: ResponseSink): Carried {
    const { body, method } = request;
    const lines = requestLines(request, this.#options.host);
    const id = this.#nextStream;
    const isStreamed = body !== undefined && !(body instanceof Uint8Array);
    const stream = new ClientStream(id, this, {
      sink,
      lines,
      body: isStreamed ? undefined : (body as Uint8Array | undefined),
      isStreamed,
      isFinal: body !== undefined && request.repeatsBody !== true,
      method,
      window: this.#initialWindow.bytes,
    });
    this.#nextStream += 2;
    if (this.#nextStream > lastStreamId) this.#retire();
    this.#dispatcher.opened(id);
    if (this.#streams.size === 0) this.#socket.ref();
    this.#streams.set(id, stream);
    this.deadline = Number.POSITIVE_INFINITY;
    this.#watch(stream, this.#options.headersTimeoutMs);
    this.#writer.send(stream);
    if (isStreamed) void this.#stream(stream, body as AsyncIterable<Uint8Array>);
    const arrivals = this.#arrivals;
    return {
      resume: () => {
        stream.resume();
        this.#watchBody(stream);
      },
      abort: () => {
        if (stream.isOver) return;
        this.#reset(stream, errorCode.cancel);
        // The connection may be dead: the next exchange takes another.
        if (arrivals === this.#arrivals) this.#retire();
      },
    };
  }

  close(): void {
    this.#isLast = true;
    if (this.#streams.size === 0) this.#end(errorCode.noError, "");
  }

  expire(): void {
    if (this.#isOver) this.#socket.destroy();
    else this.close();
  }

  taken(stream: ClientStream, bytes: number): void {
    if (stream.isOver) return;
    const credit = stream.receiveWindow.credit(bytes);
    if (credit > 0) this.#writer.control(windowUpdateFrame(stream.id, credit));
  }

  failed(stream: ClientStream, error: unknown): void {
    if (stream.isOver) return;
    this.#reset(stream, errorCode.cancel);
    stream.sink.fail(error, { isUntouched: false });
  }

  onSettings(payload: Buffer): void {
    const wasFree = this.free > 0;
    readSettings(payload, {
      headerTable: (bytes) => this.#writer.encoder.setMaxTableBytes(bytes),
      streamWindow: (bytes) =>
        this.#initialWindow.change(bytes, this.#streams.values(), (stream) => this.#writer.send(stream)),
      maxStreams: (streams) => {
        this.#maxStreams = streams;
      },
    });
    this.#writer.control(settingsAck);
    if (!wasFree && this.free > 0) this.#owner.released(this);
  }

  onPing(payload: Buffer): void {
    this.#writer.control(frameOf({ type: frameType.ping, flags: flag.ack, stream: 0 }, payload));
  }

  onHeadersBegun(): void {
    // The timeout of the stream applies to its headers.
  }

  onHeaders(id: number, { lines, tooLarge }: DecodedHeaders, isLast: boolean): void {
    const stream = this.#streams.get(id);
    // The stream was reset: frames sent before the reset still arrive.
    if (stream === undefined) return;
    if (tooLarge) this.#breakRules(stream);
    else if (stream.hasHead) this.#takeTrailers(stream, lines, isLast);
    else this.#takeHead(stream, lines, isLast);
  }

  onData(id: number, { data, bytes, isLast }: DataFrame): void {
    if (!this.#receiveWindow.spend(bytes))
      throw new ConnectionError(errorCode.flowControlError, "more data than the window allows");
    const ofConnection = this.#receiveWindow.credit(bytes);
    if (ofConnection > 0) this.#writer.control(windowUpdateFrame(0, ofConnection));
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    if (!stream.receiveWindow.spend(bytes)) {
      this.#breakRules(stream, errorCode.flowControlError);
      return;
    }
    const { bytesLeft } = stream;
    const isRight = bytesLeft === undefined || (isLast ? data.length === bytesLeft : data.length <= bytesLeft);
    if (!stream.hasHead || !isRight) {
      this.#breakRules(stream);
      return;
    }
    if (bytesLeft !== undefined) stream.bytesLeft = bytesLeft - data.length;
    if (bytes > data.length) this.taken(stream, bytes - data.length);
    if (isLast) this.#finish(stream, data);
    else {
      stream.receive(data, false);
      this.#watchBody(stream);
    }
  }

  onReset(id: number, code: number): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    const isRefused = code === errorCode.refusedStream;
    this.#fail(stream, resetError(stream, code), { isUntouched: isRefused, isRefused });
  }

  onGoAway(last: number, reason: Buffer): void {
    this.#goAway = readGoAway(this.#goAway, last, reason);
    this.#retire();
    for (const stream of [...this.#streams.values()])
      if (stream.id > last) this.#fail(stream, endError(this.#goAway, "the server goes away"), refused);
  }

  onWindow(id: number, bytes: number): void {
    if (id === 0) {
      this.#writer.widen(bytes);
      return;
    }
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    stream.window += bytes;
    if (bytes === 0) this.#breakRules(stream);
    else if (stream.window > maxWindow) this.#breakRules(stream, errorCode.flowControlError);
    else this.#writer.send(stream);
  }

  #take(bytes: Buffer): void {
    if (this.#isOver) return;
    this.#arrivals++;
    try {
      this.#dispatcher.add(bytes);
      while (!this.#isOver && this.#dispatcher.next())
        if (this.#writer.isFlooded) throw new ConnectionError(errorCode.enhanceYourCalm, "too many frames to answer");
    } catch (error) {
      if (error instanceof ConnectionError) this.#end(error.code, error.message);
      else if (error instanceof CompressionError) this.#end(errorCode.compressionError, error.message);
      else throw error;
    }
  }

  #takeHead(stream: ClientStream, lines: readonly string[], isLast: boolean): void {
    const status = lines[0] === ":status" && /^[1-9]\d\d$/.test(lines[1] ?? "") ? Number(lines[1]) : 0;
    const fields = lines.slice(2);
    const length = checkFields(fields);
    const isInterim = status < 200;
    if (status === 0 || length === malformed || (isInterim && (isLast || ++stream.interim > maxInterim))) {
      this.#breakRules(stream);
      return;
    }
    if (isInterim) {
      if (status > 101) stream.sink.interim?.(status, pairsOf(fields));
      return;
    }
    stream.hasHead = true;
    const hasNoBody = stream.isBodiless(status);
    stream.bytesLeft = hasNoBody ? 0 : length;
    if (isLast && (stream.bytesLeft ?? 0) > 0) {
      this.#breakRules(stream);
      return;
    }
    this.#watch(stream, this.#options.bodyTimeoutMs);
    const isEmpty = isLast && length === undefined && !hasNoBody;
    stream.sink.head(status, isEmpty ? [...pairsOf(fields), ["content-length", "0"]] : pairsOf(fields));
    if (isLast) this.#finish(stream, none);
  }

  #takeTrailers(stream: ClientStream, lines: readonly string[], isLast: boolean): void {
    if (!isLast || checkFields(lines) === malformed || (stream.bytesLeft ?? 0) > 0) this.#breakRules(stream);
    else this.#finish(stream, none, pairsOf(lines));
  }

  async #stream(stream: ClientStream, body: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const piece of body) {
        if (stream.isOver) return;
        const taken = stream.write(piece);
        this.#writer.send(stream);
        if (taken !== undefined) await taken;
      }
      stream.finish();
      this.#writer.send(stream);
    } catch (error) {
      this.failed(stream, error);
    }
  }

  /** The response is whole. */
  #finish(stream: ClientStream, last: Buffer, trailers?: readonly (readonly [string, string])[]): void {
    if (stream.isOver) return;
    // The server needs no more of the request.
    if (!stream.isSent) this.#writer.control(resetFrame(stream.id, errorCode.noError));
    this.#remove(stream, true);
    stream.receive(last, true, trailers);
  }

  #fail(stream: ClientStream, error: unknown, kind: FailureKind): void {
    this.#remove(stream, false);
    stream.sink.fail(error, stream.hasHead ? { isUntouched: false } : kind);
  }

  #breakRules(stream: ClientStream, code: ErrorCode = errorCode.protocolError): void {
    this.#reset(stream, code);
    stream.sink.fail(lostError("malformed response"), { isUntouched: false });
  }

  #reset(stream: ClientStream, code: ErrorCode): void {
    if (stream.hasBegun && !this.#isOver) this.#writer.control(resetFrame(stream.id, code));
    this.#remove(stream, false);
  }

  #remove(stream: ClientStream, isWhole: boolean): void {
    const wasFree = this.free > 0;
    this.#streams.delete(stream.id);
    this.#writer.drop(stream);
    this.#options.deadlines.remove(stream);
    stream.close(isWhole);
    if (this.#streams.size === 0) {
      this.#socket.unref();
      this.deadline = this.#options.deadlines.in(maxIdleMs);
      if (this.#isLast) this.#end(errorCode.noError, "");
    }
    if (!wasFree && this.free > 0) this.#owner.released(this);
  }

  /** The time for more of a body runs while its receiver takes it. */
  #watchBody(stream: ClientStream): void {
    if (stream.isOver) return;
    if (stream.isPaused) this.#options.deadlines.remove(stream);
    else if (stream.hasHead) this.#watch(stream, this.#options.bodyTimeoutMs);
  }

  #watch(stream: ClientStream, timeoutMs: number): void {
    if (timeoutMs === 0) {
      this.#options.deadlines.remove(stream);
      return;
    }
    stream.deadline = this.#options.deadlines.in(timeoutMs);
    this.#options.deadlines.add(stream);
  }

  /** Opens no more streams. */
  #retire(): void {
    if (this.#isLast) return;
    this.#isLast = true;
    this.#owner.gone(this);
    if (this.#streams.size === 0) this.#end(errorCode.noError, "");
  }

  #end(code: ErrorCode, why: string): void {
    if (this.#isOver) return;
    this.#writer.end(goAwayFrame(0, code, why));
    this.#leave(lostError(why === "" ? "the connection ended" : why));
  }

  #lose(cause: unknown): void {
    if (this.#isOver) return;
    const { message = "the connection ended" } = (cause ?? {}) as Error;
    this.#leave(endError(this.#goAway, message, cause));
    this.#socket.destroy();
  }

  #leave(error: Error): void {
    this.#isOver = true;
    // The server has this long to close.
    this.deadline = this.#options.deadlines.in(lingerMs);
    this.#socket.once("close", () => this.#options.deadlines.remove(this));
    if (!this.#isLast) {
      this.#isLast = true;
      this.#owner.gone(this);
    }
    // The server may have ended an idle connection just when a request went out on it.
    for (const stream of [...this.#streams.values()]) this.#fail(stream, error, { isUntouched: stream.id > 1 });
  }
}

const lingerMs = 2_000;
const none: Buffer = Buffer.alloc(0);
const refused: FailureKind = { isUntouched: true, isRefused: true };

function pairsOf(lines: readonly string[]): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) pairs.push([lines[i] as string, lines[i + 1] as string]);
  return pairs;
}
