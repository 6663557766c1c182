import { createHash } from "node:crypto";
import {
  aFunction,
  aNonNegativeNumber,
  aString,
  checkArgument,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { BodyBuffer } from "../body-buffer.ts";
import type { HttpRequest, HttpResponse, ResponseWriter, Tunnel, Upgrade } from "../http.ts";
import { createFrameReader, encodeFrame, type Frame, opcodes, WebSocketProtocolError } from "./frames.ts";

/** A message of a client. */
export interface WebSocketMessage {
  readonly kind: "text" | "binary";
  readonly data: Buffer;
}

/** An open WebSocket, from the server's side. */
export interface WebSocketConnection {
  /**
   * @param data the parts of the message, which are copied
   * @returns false when the client is behind; `onDrain` reports when it has caught up
   */
  send(kind: "text" | "binary", ...data: readonly Buffer[]): boolean;
  onDrain(callback: () => void): void;
  /** Calls back once, when the connection is over for whatever reason. */
  onClose(callback: () => void): void;
  /** Sends a close frame, and ends the connection. */
  close(code?: number, reason?: string): void;
  /** Accepts encoded frames, one or several at a time; its end closes with 1000. */
  readonly frames: ResponseWriter;
}

/** Options of the acceptance of a WebSocket. */
export interface WebSocketOptions {
  /** The subprotocol, which the client offers. @default none */
  readonly protocol?: string;
  /** Bytes of a message of the client; past it the connection is closed. @default 1 MiB */
  readonly maxMessageBytes?: number;
  /** Called once the connection is open. */
  readonly onOpen: (connection: WebSocketConnection) => void;
  /**
   * While a promise that it returns is pending, nothing more is read.
   * @default messages are discarded as they arrive, whatever their length
   */
  readonly onMessage?: (message: WebSocketMessage) => void | Promise<void>;
  /** Called instead of `onOpen` when the client is gone. @default nothing is called */
  readonly onCancel?: () => void;
}

/** The subprotocols that a client offers, in its order. */
export function offeredSubprotocols(request: Pick<HttpRequest, "headerLines">): readonly string[] {
  return request
    .headerLines("sec-websocket-protocol")
    .flatMap((line) => line.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** True for a client that offers a WebSocket, of whatever version. */
export function offersWebSocket({ upgrade }: Pick<HttpRequest, "upgrade">): boolean {
  return upgrade?.protocols.some((protocol) => protocol.toLowerCase() === "websocket") === true;
}

/** The client's WebSocket offer; undefined without one, or for another version. */
export function webSocketUpgrade(request: Pick<HttpRequest, "upgrade" | "header">): Upgrade | undefined {
  const { upgrade } = request;
  return offersWebSocket(request) && request.header("sec-websocket-version") === "13" ? upgrade : undefined;
}

const guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

const webSocketOptions = optionsOf<WebSocketOptions>({
  protocol: optional(aString),
  maxMessageBytes: optional(aNonNegativeNumber),
  onOpen: aFunction,
  onMessage: optional(aFunction),
  onCancel: optional(aFunction),
});

const expectedUpgrade = withMethods("an Upgrade of @svc/http", "accept");

const expectedRequest = withMethods("a HttpRequest of @svc/http", "header");

/** Accepts the offer of a WebSocket. Source: RFC 6455. @throws {TypeError} for a wrong argument */
export function acceptWebSocket(
  request: Pick<HttpRequest, "header">,
  upgrade: Upgrade,
  options: WebSocketOptions,
): HttpResponse {
  checkArgument("acceptWebSocket: request", request, expectedRequest);
  checkArgument("acceptWebSocket: upgrade", upgrade, expectedUpgrade);
  checkArgument("acceptWebSocket: options", options, webSocketOptions);
  const key = request.header("sec-websocket-key");
  const { protocol, onCancel } = options;
  const accepted =
    key === undefined
      ? []
      : [
          "Sec-WebSocket-Accept",
          createHash("sha1")
            .update(key + guid)
            .digest("base64"),
        ];
  return upgrade.accept({
    protocol: upgrade.protocols.find((offered) => offered.toLowerCase() === "websocket") ?? "websocket",
    headers: [...accepted, ...(protocol === undefined ? [] : ["Sec-WebSocket-Protocol", protocol])],
    start: (tunnel) => new ServedWebSocket(tunnel, options).start(),
    ...(onCancel === undefined ? {} : { cancel: onCancel }),
  });
}

class ServedWebSocket implements WebSocketConnection {
  readonly #tunnel: Tunnel;
  readonly #options: WebSocketOptions;
  readonly #maxBytes: number;
  #isClosed = false;
  /** Of a message that is not whole. */
  #kind: "text" | "binary" | undefined;
  readonly #fragments = new BodyBuffer();
  /** Ends the wait for a client that does not read. */
  #resume: (() => void) | undefined;

  constructor(tunnel: Tunnel, options: WebSocketOptions) {
    this.#tunnel = tunnel;
    this.#options = options;
    this.#maxBytes = options.maxMessageBytes ?? 1024 * 1024;
    tunnel.writer.onClose(() => {
      this.#isClosed = true;
      this.#resume?.();
    });
    tunnel.writer.onDrain(() => this.#resume?.());
  }

  start(): void {
    this.#options.onOpen(this);
    void this.#receive();
  }

  send(kind: "text" | "binary", ...data: readonly Buffer[]): boolean {
    return this.#isClosed || this.#tunnel.writer.write(encodeFrame(opcodes[kind], ...data));
  }

  get frames(): ResponseWriter {
    const { writer } = this.#tunnel;
    return {
      connection: writer.connection,
      write: (frames) => this.#isClosed || writer.write(frames),
      onDrain: (callback) => writer.onDrain(callback),
      onClose: (callback) => writer.onClose(callback),
      end: () => this.close(),
      abort: () => writer.abort(),
    };
  }

  onDrain(callback: () => void): void {
    this.#tunnel.writer.onDrain(callback);
  }

  onClose(callback: () => void): void {
    this.#tunnel.writer.onClose(callback);
  }

  close(code = 1000, reason = ""): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const payload = Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason).subarray(0, 123)]);
    this.#tunnel.writer.write(encodeFrame(opcodes.close, payload));
    this.#tunnel.writer.end();
  }

  async #receive(): Promise<void> {
    const keepsData = this.#options.onMessage !== undefined;
    const reader = createFrameReader({ maxBytes: this.#maxBytes, keepsData });
    try {
      for await (const piece of this.#tunnel.body) {
        for (const frame of reader.read(piece)) await this.#take(frame);
        if (this.#isClosed) return;
      }
      this.#tunnel.writer.end();
    } catch (error) {
      if (error instanceof WebSocketProtocolError) this.close(error.code, error.message);
      else this.#tunnel.writer.abort();
    }
  }

  async #take({ opcode, isLast, payload }: Frame): Promise<void> {
    if (this.#isClosed) return;
    switch (opcode) {
      case opcodes.ping:
        return this.#pong(payload);
      case opcodes.pong:
        return;
      case opcodes.close:
        // The client's code is returned.
        return this.close(payload.length >= 2 ? payload.readUInt16BE(0) : 1000);
      case opcodes.text:
      case opcodes.binary:
        if (this.#kind !== undefined) throw new WebSocketProtocolError(1002, "a message begins within another");
        this.#kind = opcode === opcodes.text ? "text" : "binary";
        return this.#add(payload, isLast);
      case opcodes.continuation:
        if (this.#kind === undefined) throw new WebSocketProtocolError(1002, "no message is continued");
        return this.#add(payload, isLast);
      default:
        throw new WebSocketProtocolError(1002, "the opcode is not known");
    }
  }

  /** Nothing more is read of a client that pings but does not read the answers. */
  async #pong(payload: Buffer): Promise<void> {
    if (this.#tunnel.writer.write(encodeFrame(opcodes.pong, payload)) || this.#isClosed) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
    this.#resume = undefined;
  }

  async #add(payload: Buffer, isLast: boolean): Promise<void> {
    const { length } = this.#fragments;
    if (length + payload.length > this.#maxBytes)
      throw new WebSocketProtocolError(1009, `the message has more than ${this.#maxBytes} bytes`);
    const isWhole = isLast && length === 0;
    // Put together as they come: a list of many small ones would cost more than their bytes.
    if (!isWhole) this.#fragments.add(payload, { isLast: false, left: 0, maxBytes: this.#maxBytes });
    const kind = this.#kind;
    if (!isLast || kind === undefined) return;
    this.#kind = undefined;
    await this.#options.onMessage?.({ kind, data: isWhole ? payload : this.#fragments.take() });
  }
}
