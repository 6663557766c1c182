import type { Socket } from "node:net";
import { noBytes } from "../body-buffer.ts";
import type { BodyShare } from "../body-memory.ts";
import { type BodyStream, emptyBodyStream } from "../body-stream.ts";
import { ConnectionRequest, type InterimResponse, type Requested, type RequestHead } from "../connection-request.ts";
import { runHandler } from "../handler-error.ts";
import { type AcceptOptions, cancelBody, type HttpResponse, isStream, type ResponseWriter } from "../http.ts";
import type { ServedConnection } from "../served-connection.ts";
import { Body } from "./body.ts";
import { badRequest, type Refusal } from "./field-lines.ts";
import { type Head, parseHead } from "./head.ts";
import { halfClosedMs, lingerMs, maxDroppedBytes, maxRestBytes } from "./limits.ts";
import type { Http1Options } from "./options.ts";
import { ReceiveBuffer } from "./receive-buffer.ts";
import { closesConnection, interimText, refusalText, switchingProtocols } from "./response-head.ts";
import { type Http1Request, ResponseOutput } from "./response-output.ts";
import { tunnelOf } from "./tunnel.ts";

/**
 * An HTTP/1.1 connection. It reads a request, responds, and then reads the next one; further bytes
 * are buffered up to a bound, beyond which reading pauses. Source: RFC 9112.
 */
export class Http1Connection implements Requested<Body | undefined>, ServedConnection {
  readonly socket: Socket;
  deadline: number;
  readonly #options: Http1Options;
  readonly #received: ReceiveBuffer<Head>;
  readonly #output: ResponseOutput;
  /** Part of a head may be there: the time for it runs. */
  #isInHead = true;
  /** The request that is being handled. */
  #request: Http1Request | undefined;
  /** Not read to its end yet; its request may be answered already. */
  #body: Body | undefined;
  /** No request is read after this one. */
  #isLast = false;
  /** True after the end: no more requests are read or answered. */
  #isOver = false;
  #clientEnded = false;
  #droppedBytes = 0;
  #isAdvancing = false;
  #isPaused = false;
  #isGivenAway = false;

  constructor(socket: Socket, options: Http1Options) {
    this.socket = socket;
    this.#options = options;
    this.#received = new ReceiveBuffer(options.maxHeaderBytes, parseHead);
    this.#output = new ResponseOutput(socket, options, (request) => this.#answered(request));
    options.deadlines.add(this);
    this.deadline = options.deadlines.in(options.headersTimeoutMs);
    // A client that ended its side may still receive the response.
    socket.allowHalfOpen = true;
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("drain", () => this.#advance());
    socket.on("end", () => this.#clientEnds());
    socket.on("close", () => this.#close());
    // The socket closes after an error.
    socket.on("error", () => undefined);
  }

  get certificatesOf(): Http1Options["certificatesOf"] {
    return this.#options.certificatesOf;
  }

  /** Accepts no more requests; the running one ends the connection. */
  shutDown(): void {
    this.#isLast = true;
    if (this.#request === undefined && this.#body === undefined && this.#received.length === 0) this.#hangUp();
  }

  expire(): void {
    if (this.#isOver || (this.#output.isBegun && this.#request !== undefined)) this.socket.destroy();
    else if (this.#body?.isAwaited || (this.#isInHead && this.#received.length > 0)) this.#refuse({ status: 408 });
    else if (this.#body !== undefined) this.#end();
    else this.#hangUp();
  }

  readBody(body: Body | undefined, maxBytes: number, share: BodyShare | undefined): Promise<Buffer> {
    if (body === undefined) return Promise.resolve(noBytes);
    const reading = body.readAll(maxBytes, share);
    if (!body.isAwaited) return reading;
    this.#onBodyRequested(body);
    return reading;
  }

  openBody(body: Body | undefined): BodyStream {
    return body === undefined ? emptyBodyStream() : body.open(() => this.#onBodyRequested(body));
  }

  inform(head: RequestHead, _body: Body | undefined, { status, headers }: InterimResponse): void {
    const request = this.#request;
    if (request?.head !== head || this.#output.isBegun || request.head.framing.minor === 0) return;
    this.socket.write(interimText(status, headers), "latin1");
  }

  accept(_body: Body | undefined, { protocol, headers = [], start, cancel }: AcceptOptions): HttpResponse {
    const open = (writer: ResponseWriter): void => {
      const tunnel = new Body("tunnel");
      this.#body = tunnel;
      start(tunnelOf(writer, { open: () => this.openBody(tunnel), take: () => this.#giveAway() }));
    };
    const body = { start: open, ...(cancel === undefined ? {} : { cancel }) };
    return { status: switchingProtocols, headers: [...headers, "Upgrade", protocol], body };
  }

  /** The socket gets another owner; its request is over when it is closed. */
  #giveAway(): Socket {
    const { socket } = this;
    this.#options.deadlines.remove(this);
    const received = this.#received.takeAll();
    this.#body = undefined;
    this.#isGivenAway = true;
    if (received.length > 0) socket.unshift(received);
    return socket;
  }

  /** A body is waited for from now on. */
  #onBodyRequested(body: Body): void {
    if (!body.isAwaited) return;
    if (this.#body !== body) {
      body.breakOff(undefined);
      return;
    }
    if (body.held && this.#received.length === 0) this.socket.write("HTTP/1.1 100 Continue\r\n\r\n", "latin1");
    body.held = false;
    this.deadline = this.#bodyDeadline(body);
    this.#advance();
  }

  #bodyDeadline(body: Body): number {
    if (!body.isAwaited || body.isTunnel) return Number.POSITIVE_INFINITY;
    return this.#options.deadlines.in(this.#options.headersTimeoutMs);
  }

  #take(bytes: Buffer): void {
    if (this.#isGivenAway) return;
    if (this.#isOver) {
      this.#droppedBytes += bytes.length;
      if (this.#droppedBytes > maxDroppedBytes) this.socket.destroy();
      return;
    }
    this.#received.add(bytes);
    this.#advance();
  }

  /** Reads and responds as far as possible. May be called recursively. */
  #advance(): void {
    if (this.#isAdvancing || this.#isGivenAway) return;
    this.#isAdvancing = true;
    while (this.#step());
    this.#isAdvancing = false;
    if (this.#isOver) return;
    if (this.#clientEnded) this.#advanceToEnd();
    this.#throttle();
  }

  /** @returns true when there may be more to do */
  #step(): boolean {
    if (this.#isOver || this.#received.length === 0) return false;
    const body = this.#body;
    if (body !== undefined) return (body.isAwaited || this.#request === undefined) && this.#readBody(body);
    // A client that does not read its responses gets no more of them.
    if (this.#request !== undefined || this.socket.writableNeedDrain) return false;
    return this.#readHead();
  }

  /** Processes all bytes before the client's end. */
  #advanceToEnd(): void {
    if (this.#body?.isTunnel) {
      if (this.#received.length === 0) this.#body.endTunnel();
    } else if (this.#body !== undefined && this.#received.length === 0) {
      this.#body.breakOff(undefined);
      this.#body = undefined;
      this.#isLast = true;
    }
    if (this.#request === undefined && !this.socket.writableNeedDrain) this.#end();
  }

  /** Pauses reading when the buffer is full; what a tunnel's reader leaves is not added up here. */
  #throttle(): void {
    const isMuch = this.#received.length > (this.#body?.isTunnel === true ? 0 : this.#options.maxHeaderBytes);
    if (isMuch === this.#isPaused) return;
    this.#isPaused = isMuch;
    if (isMuch) this.socket.pause();
    else this.socket.resume();
  }

  #readHead(): boolean {
    const head = this.#received.takeHead();
    if (head === undefined) {
      if (!this.#isInHead) this.deadline = this.#options.deadlines.in(this.#options.headersTimeoutMs);
      this.#isInHead = true;
      return false;
    }
    if ("status" in head) return this.#refuse(head);
    this.#serve(head);
    return true;
  }

  #serve(head: Head): void {
    const { framing, method } = head;
    // Bytes after a tunnel request may be meant for the tunnel.
    if (!framing.persistent || method === "CONNECT") this.#isLast = true;
    this.#isInHead = false;
    this.deadline = Number.POSITIVE_INFINITY;
    this.#body = framing.chunked || framing.length > 0 ? new Body(framing) : undefined;
    const request = new ConnectionRequest(head, this.#body, this);
    this.#request = request;
    const { handler, onHandlerError } = this.#options;
    runHandler(handler, request, { reply: (response) => this.#reply(request, response), onError: onHandlerError });
  }

  #readBody(body: Body): boolean {
    this.#received.takeBody(body);
    if (body.broken) return this.#refuseBody();
    if (body.done) {
      this.#body = undefined;
      this.deadline = Number.POSITIVE_INFINITY;
      if (this.#request === undefined) this.#turnToNext();
      else if (this.#clientEnded) this.#clientEnds();
    } else if (body.dropped > maxDroppedBytes) this.#end();
    else if (this.#request !== undefined) this.deadline = this.#bodyDeadline(body);
    return true;
  }

  #reply(request: Http1Request, response: HttpResponse): void {
    // The client may have left.
    if (this.#request !== request) {
      cancelBody(response);
      return;
    }
    const isEndless = isStream(response.body) && request.head.framing.minor === 0;
    if (closesConnection(response) || isEndless || !this.#canDropRest()) this.#isLast = true;
    this.#output.write(request, response, this.#isLast);
    if (!this.#output.isStreaming || this.#isGivenAway) return;
    if (this.#body?.isTunnel) this.#advance();
    else if (this.#clientEnded) this.#end();
  }

  /** True when the unread rest of the body can be dropped, and the connection reused. */
  #canDropRest(): boolean {
    const body = this.#body;
    return body === undefined || (!body.held && (body.left ?? 0) <= maxRestBytes);
  }

  #answered(request: Http1Request): void {
    if (this.#request !== request) return;
    this.#request = undefined;
    this.#output.end();
    this.#body?.closeStream();
    if (this.#body === undefined) this.#turnToNext();
    else if (this.#body.held || this.#body.isTunnel) this.#end();
    // A connection that is closed on a client that is sending takes the response away from it.
    else this.deadline = this.#options.deadlines.in(lingerMs);
    this.#advance();
  }

  #turnToNext(): void {
    if (this.#isLast) this.#end();
    else this.deadline = this.#options.deadlines.in(this.#options.idleTimeoutMs);
  }

  #refuse(refusal: Refusal): false {
    this.#end(refusalText(refusal));
    return false;
  }

  /** A refusal behind a response, or within one, would be read as another response. */
  #refuseBody(): false {
    if (this.#request === undefined) this.#end();
    else if (!this.#output.isBegun) this.#refuse(badRequest);
    else {
      this.#isLast = true;
      this.#body?.breakOff(undefined);
      this.#body = undefined;
    }
    return false;
  }

  /** Sends final bytes; the client has some time to receive them, and to stop sending. */
  #end(text?: string): void {
    this.#leave();
    this.deadline = this.#options.deadlines.in(lingerMs);
    this.socket.resume();
    if (text === undefined) this.socket.end();
    else this.socket.end(text, "latin1");
  }

  /** Closes a connection without a running request. */
  #hangUp(): void {
    this.#leave();
    this.deadline = this.#options.deadlines.in(lingerMs);
    this.socket.destroySoon();
  }

  #clientEnds(): void {
    if (this.#isGivenAway) return;
    this.#clientEnded = true;
    // A stream continues until its client leaves.
    if (this.#output.isStreaming && this.#body?.isTunnel !== true) this.#end();
    else this.#advance();
    if (this.#request === undefined || this.#isOver) return;
    // A client that closes its connection and one that only sends no more look the same until a
    // write fails. What waits for the client ends; a response that is made all the same is sent.
    if (this.#body === undefined && this.#received.length === 0) this.#request.abort();
    // It may be gone altogether: a request that waits for another server would stay for ever.
    if (this.deadline === Number.POSITIVE_INFINITY && !this.#output.isBegun)
      this.deadline = this.#options.deadlines.in(halfClosedMs);
  }

  #close(): void {
    this.#options.deadlines.remove(this);
    this.#leave();
  }

  #leave(): void {
    this.#isOver = true;
    this.#received.clear();
    this.#body?.breakOff(undefined);
    this.#body = undefined;
    const request = this.#request;
    this.#request = undefined;
    request?.abort();
    this.#output.end();
  }
}
