import type { TLSSocket } from "node:tls";
import { noBytes } from "../body-buffer.ts";
import type { BodyShare } from "../body-memory.ts";
import type { BodyStream } from "../body-stream.ts";
import { ConnectionRequest, type InterimResponse, type Requested, type RequestHead } from "../connection-request.ts";
import { announcedLength, isBodiless } from "../content-length.ts";
import { runHandler, startBody } from "../handler-error.ts";
import { type AcceptOptions, cancelBody, type HttpResponse, isStream, type ResponseWriter } from "../http.ts";
import type { ServedConnection } from "../served-connection.ts";
import { connectionWindowBytes, InitialWindow, ReceiveWindow, streamWindowBytes } from "./flow-windows.ts";
import { type DataFrame, FrameDispatcher, type FrameListener } from "./frame-dispatcher.ts";
import { FrameWriter } from "./frame-writer.ts";
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
  resetFrame,
  windowUpdateFrame,
} from "./frames.ts";
import { areTrailers, readHead } from "./head.ts";
import { CompressionError, type DecodedHeaders } from "./hpack/decoder.ts";
import { IncomingBody } from "./incoming-body.ts";
import type { Http2Options } from "./options.ts";
import { createResetBudget, type ResetBudget } from "./reset-budget.ts";
import { ResetStreams } from "./reset-streams.ts";
import { interimLines, responseLines } from "./response-head.ts";
import { readSettings, settingsAck, settingsFrame } from "./settings.ts";
import { type Http2Request, Http2Stream, type StreamOwner } from "./stream.ts";

/** The time in which a client can receive the reason of the connection's end. */
const lingerMs = 2_000;

/** An HTTP/2 connection: its streams, settings and flow control. Source: RFC 9113. */
export class Http2Connection implements Requested<Http2Stream>, StreamOwner, FrameListener, ServedConnection {
  readonly socket: TLSSocket;
  deadline: number;
  readonly #options: Http2Options;
  readonly #dispatcher: FrameDispatcher;
  readonly #frameWriter: FrameWriter;
  readonly #resets: ResetBudget;
  readonly #receiveWindow: ReceiveWindow = new ReceiveWindow(connectionWindowBytes);
  readonly #streams = new Map<number, Http2Stream>();
  readonly #resetStreams: ResetStreams = new ResetStreams();
  /** The initial send window of new streams. */
  readonly #initialWindow = new InitialWindow();
  /** No stream is opened any more behind this one. */
  #lastStream = Number.POSITIVE_INFINITY;
  /**
   * The deadline of the next request on an idle connection. Incomplete headers have their own
   * deadline.
   */
  #idleDeadline = Number.POSITIVE_INFINITY;
  /** True after the end: no more requests are read or answered. */
  #isOver = false;

  constructor(socket: TLSSocket, options: Http2Options) {
    this.socket = socket;
    this.#options = options;
    const { maxHeaderBytes, maxStreams } = options;
    this.#dispatcher = new FrameDispatcher(maxHeaderBytes, this, "server");
    this.#frameWriter = new FrameWriter(socket, options.bufferPool, options.turns);
    this.#resets = createResetBudget(options.clock);
    options.deadlines.add(this);
    this.deadline = options.deadlines.in(options.headersTimeoutMs);
    this.#frameWriter.control(settingsFrame({ maxStreams, streamWindow: streamWindowBytes, maxHeaderBytes }));
    this.#frameWriter.control(windowUpdateFrame(0, connectionWindowBytes - firstWindow));
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    // A client that ended its side sends neither requests nor window updates.
    socket.on("end", () => this.#end(errorCode.noError, ""));
    socket.on("close", () => this.#close());
    // The socket closes after an error.
    socket.on("error", () => undefined);
  }

  get certificatesOf(): Http2Options["certificatesOf"] {
    return this.#options.certificatesOf;
  }

  get writeTimeout(): Http2Options["writeTimeout"] {
    return this.#options.writeTimeout;
  }

  /** Takes no more requests, and ends when all are answered. */
  shutDown(): void {
    if (this.#isOver || this.#isLast) return;
    if (this.#streams.size === 0) this.#end(errorCode.noError, "");
    else this.#frameWriter.control(this.#goAway(errorCode.noError, ""));
  }

  expire(): void {
    if (this.#isOver) this.socket.destroy();
    else if (this.#dispatcher.isInHeaders) this.#end(errorCode.enhanceYourCalm, "the headers took too long");
    else this.#end(errorCode.noError, "");
  }

  readBody(stream: Http2Stream, maxBytes: number, share: BodyShare | undefined): Promise<Buffer> {
    const { body } = stream;
    const { held } = body;
    const reading = body.readAll(maxBytes, share);
    this.#onBodyRequested(stream, held - body.held);
    return reading;
  }

  hasBody({ body }: Http2Stream): boolean {
    return !body.isDone || body.held > 0;
  }

  openBody(stream: Http2Stream): BodyStream {
    return stream.body.open((bytes) => this.#onBodyRequested(stream, bytes));
  }

  /** Source: RFC 8441, section 5. */
  inform(_head: RequestHead, stream: Http2Stream, { status, headers }: InterimResponse): void {
    stream.inform(interimLines(status, headers));
  }

  accept(stream: Http2Stream, { headers = [], start, cancel }: AcceptOptions): HttpResponse {
    stream.isTunnel = true;
    const open = (writer: ResponseWriter): void => start({ writer, body: this.openBody(stream) });
    return { status: 200, headers, body: { start: open, ...(cancel === undefined ? {} : { cancel }) } };
  }

  /** A reader waits for a body, and consumed this many bytes of it. */
  #onBodyRequested(stream: Http2Stream, taken: number): void {
    const { body, request } = stream;
    if (body.isAwaited && !body.hasBegun && request?.header("expect")?.toLowerCase() === "100-continue")
      stream.sendContinue();
    this.#credit(stream, taken);
    if (!stream.isTunnel) stream.watchBody(this.#options.headersTimeoutMs);
  }

  send(stream: Http2Stream): void {
    this.#frameWriter.send(stream);
  }

  sent(stream: Http2Stream): void {
    // Makes a client that is still sending its body stop. Source: RFC 9113, section 8.1.
    if (!stream.body.isDone) this.#sendReset(stream.id, errorCode.noError);
    this.#remove(stream);
  }

  breakOff(stream: Http2Stream): void {
    this.#reset(stream, errorCode.internalError);
  }

  refuse(stream: Http2Stream): void {
    if (stream.hasHead) {
      this.#reset(stream, errorCode.internalError);
      return;
    }
    stream.refuse("408");
    stream.request?.abort();
    stream.body.breakOff(undefined);
  }

  onSettings(payload: Buffer, isFirst: boolean): void {
    readSettings(payload, {
      headerTable: (bytes) => this.#frameWriter.encoder.setMaxTableBytes(bytes),
      streamWindow: (bytes) =>
        this.#initialWindow.change(bytes, this.#streams.values(), (stream) => this.#frameWriter.send(stream)),
    });
    this.#frameWriter.control(settingsAck);
    if (isFirst) this.#rest();
  }

  onPing(payload: Buffer): void {
    this.#frameWriter.control(frameOf({ type: frameType.ping, flags: flag.ack, stream: 0 }, payload));
  }

  onHeadersBegun(): void {
    this.deadline = this.#options.deadlines.in(this.#options.headersTimeoutMs);
  }

  onRequest(id: number, { lines, tooLarge }: DecodedHeaders, isLast: boolean): void {
    const isRefused = this.#isLast || this.#streams.size >= this.#options.maxStreams;
    const head = tooLarge ? undefined : readHead(lines);
    const body = new IncomingBody(head?.contentLength, isLast, isLast ? undefined : this.#shareOfUnread());
    if (isRefused || (head === undefined && !tooLarge) || !body.isAsAnnounced) {
      this.#sendReset(id, isRefused ? errorCode.refusedStream : errorCode.protocolError);
      this.#countReset();
      this.#rest();
      return;
    }
    const stream = new Http2Stream(id, this, body, this.#initialWindow.bytes);
    this.#streams.set(id, stream);
    this.#rest();
    if (head === undefined) stream.refuse("431");
    else this.#serve(stream, new ConnectionRequest(head, stream, this));
  }

  /**
   * The client is not authenticated before its request is handled: its address identifies it until
   * then.
   */
  #shareOfUnread(): BodyShare | undefined {
    return this.#options.unreadBodies?.share(`address ${this.socket.remoteAddress ?? ""}`);
  }

  /** Trailers are ignored. */
  onHeaders(id: number, { lines }: DecodedHeaders, isLast: boolean): void {
    this.deadline = this.#idleDeadline;
    const stream = this.#streams.get(id);
    if (stream === undefined) {
      if (!this.#resetStreams.has(id)) throw new ConnectionError(errorCode.streamClosed, "this stream has ended");
      return;
    }
    const { body } = stream;
    const isRight = isLast && areTrailers(lines);
    if (body.isDone) this.#reset(stream, errorCode.streamClosed);
    else if (!isRight) this.#reset(stream, errorCode.protocolError);
    else {
      body.push(noBytes, true);
      if (!body.isAsAnnounced) this.#reset(stream, errorCode.protocolError);
      else stream.watchBody(this.#options.headersTimeoutMs);
    }
  }

  onData(id: number, { data, bytes, isLast }: DataFrame): void {
    if (!this.#receiveWindow.spend(bytes))
      throw new ConnectionError(errorCode.flowControlError, "more data than the window allows");
    const stream = this.#streams.get(id);
    // Frames of an ended stream may still arrive.
    if (stream === undefined || stream.body.isDone || !stream.receiveWindow.spend(bytes)) {
      this.#credit(undefined, bytes);
      if (stream === undefined) this.#refuseData(id);
      else this.#reset(stream, stream.body.isDone ? errorCode.streamClosed : errorCode.flowControlError);
      return;
    }
    const { body } = stream;
    const { held } = body;
    body.push(data, isLast);
    this.#credit(stream, bytes - (body.held - held));
    if (!body.isAsAnnounced) this.#reset(stream, errorCode.protocolError);
    // Empty frames do not count as progress of a body.
    else if ((isLast || data.length > 0) && !stream.isTunnel) stream.watchBody(this.#options.headersTimeoutMs);
  }

  onReset(id: number): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    // Resets count only before a response has begun: later ones cause no more work than its end.
    if (!stream.hasBegun) this.#countReset();
    this.#abandon(stream);
  }

  onWindow(id: number, bytes: number): void {
    const stream = this.#streams.get(id);
    if (id === 0) this.#frameWriter.widen(bytes);
    else if (stream !== undefined) {
      stream.window += bytes;
      if (bytes === 0) this.#reset(stream, errorCode.protocolError);
      else if (stream.window > maxWindow) this.#reset(stream, errorCode.flowControlError);
      else this.#frameWriter.send(stream);
    }
  }

  #take(bytes: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#dispatcher.add(bytes);
      while (!this.#isOver && this.#dispatcher.next()) this.#checkFlood();
    } catch (error) {
      if (error instanceof ConnectionError) this.#end(error.code, error.message);
      else if (error instanceof CompressionError) this.#end(errorCode.compressionError, error.message);
      else throw error;
    }
  }

  #checkFlood(): void {
    if (this.#frameWriter.isFlooded) throw new ConnectionError(errorCode.enhanceYourCalm, "too many frames to answer");
  }

  #serve(stream: Http2Stream, request: Http2Request): void {
    stream.request = request;
    const { handler, onHandlerError } = this.#options;
    runHandler(handler, request, { reply: (response) => this.#reply(stream, response), onError: onHandlerError });
  }

  #reply(stream: Http2Stream, answer: HttpResponse): void {
    // The client may have left, or exceeded a deadline.
    if (stream.isAnswered) {
      cancelBody(answer);
      return;
    }
    const { body, status } = answer;
    const bodiless = isBodiless(stream.request?.method, status);
    const length = announcedLength(answer, bodiless);
    const isEmpty = bodiless || length === 0;
    stream.head(responseLines(answer, this.#options.date(), length), isEmpty);
    if (this.#options.isLastRequest?.() === true) this.shutDown();
    if (isEmpty) cancelBody(answer);
    else if (isStream(body)) {
      const { request } = stream;
      startBody(body, stream, (error) => request && this.#options.onHandlerError(error, request));
    } else stream.whole(body, answer.delivery);
  }

  /** Data was consumed or dropped. */
  #credit(stream: Http2Stream | undefined, bytes: number): void {
    if (this.#isOver) return;
    const ofConnection = this.#receiveWindow.credit(bytes);
    if (ofConnection > 0) this.#frameWriter.control(windowUpdateFrame(0, ofConnection));
    if (stream === undefined || stream.isClosed || stream.body.isDone) return;
    const ofStream = stream.receiveWindow.credit(bytes);
    if (ofStream > 0) this.#frameWriter.control(windowUpdateFrame(stream.id, ofStream));
  }

  /** Ends a stream under a client that may be sending. */
  #sendReset(id: number, code: ErrorCode): void {
    this.#frameWriter.control(resetFrame(id, code));
    this.#resetStreams.add(id);
  }

  /** Data of an ended stream. Bytes that were sent before the reset still arrive. */
  #refuseData(id: number): void {
    if (this.#resetStreams.has(id)) return;
    this.#sendReset(id, errorCode.streamClosed);
    this.#countReset();
  }

  #reset(stream: Http2Stream, code: ErrorCode): void {
    this.#sendReset(stream.id, code);
    if (code !== errorCode.internalError) this.#countReset();
    this.#abandon(stream);
  }

  /** Streams that are opened only to be ended cost more than they should. */
  #countReset(): void {
    if (!this.#resets.spend()) throw new ConnectionError(errorCode.enhanceYourCalm, "too many streams are reset");
  }

  /** Cancels the stream's request. */
  #abandon(stream: Http2Stream): void {
    stream.request?.abort();
    this.#remove(stream);
  }

  #remove(stream: Http2Stream): void {
    this.#streams.delete(stream.id);
    this.#frameWriter.drop(stream);
    const { held } = stream.body;
    stream.close();
    stream.body.breakOff(undefined);
    this.#credit(undefined, held);
    if (this.#streams.size > 0 || this.#isOver) return;
    if (this.#isLast) this.#end(errorCode.noError, "");
    else this.#rest();
  }

  /** The idle timeout runs while there is no stream. */
  #rest(): void {
    const { deadlines, idleTimeoutMs } = this.#options;
    this.#idleDeadline = this.#streams.size > 0 ? Number.POSITIVE_INFINITY : deadlines.in(idleTimeoutMs);
    if (!this.#dispatcher.isInHeaders) this.deadline = this.#idleDeadline;
  }

  /** Sends final frames; the client has some time to receive them. */
  #end(code: ErrorCode, why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.deadline = this.#options.deadlines.in(lingerMs);
    this.#frameWriter.end(this.#goAway(code, why));
    this.#leave();
  }

  /** The last stream id is only sent once. */
  #goAway(code: ErrorCode, why: string): Buffer {
    this.#lastStream = Math.min(this.#lastStream, this.#dispatcher.lastStream);
    return goAwayFrame(this.#lastStream, code, why);
  }

  get #isLast(): boolean {
    return this.#lastStream < Number.POSITIVE_INFINITY;
  }

  #close(): void {
    this.#options.deadlines.remove(this);
    this.#isOver = true;
    this.#leave();
  }

  #leave(): void {
    this.#dispatcher.clear();
    for (const stream of [...this.#streams.values()]) this.#abandon(stream);
  }
}
