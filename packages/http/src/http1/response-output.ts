import type { Socket } from "node:net";
import type { ConnectionRequest } from "../connection-request.ts";
import { announcedLength, isBodiless } from "../content-length.ts";
import { startBody } from "../handler-error.ts";
import { cancelBody, type Delivery, type HttpResponse, isStream } from "../http.ts";
import type { Body } from "./body.ts";
import type { Head } from "./head.ts";
import { maxTextBytes } from "./limits.ts";
import type { Http1Options } from "./options.ts";
import { headText, switchingProtocols, textOf } from "./response-head.ts";
import { StreamWriter } from "./stream-writer.ts";

/** A request; its body is undefined if it has none. */
export type Http1Request = ConnectionRequest<Head, Body | undefined>;

/** Writes the responses of a connection, one at a time. */
export class ResponseOutput {
  readonly #socket: Socket;
  readonly #options: Http1Options;
  readonly #onWritten: (request: Http1Request) => void;
  #writer: StreamWriter | undefined;
  #delivery: Delivery | undefined;
  #isBegun = false;

  /** @param onWritten called when the socket has taken a whole response */
  constructor(socket: Socket, options: Http1Options, onWritten: (request: Http1Request) => void) {
    this.#socket = socket;
    this.#options = options;
    this.#onWritten = onWritten;
  }

  /** True for a response that has begun and not ended: an error would be read as part of it. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** True while a response is a stream. */
  get isStreaming(): boolean {
    return this.#writer !== undefined;
  }

  /** @param closes the connection ends after the response */
  write(request: Http1Request, response: HttpResponse, closes: boolean): void {
    const { body, status } = response;
    const { minor } = request.head.framing;
    const switches = status === switchingProtocols;
    // Bytes after a protocol switch are not a body.
    const bodiless = !switches && isBodiless(request.method, status);
    const length = announcedLength(response, bodiless);
    const chunked = isStream(body) && length === undefined && minor === 1 && !switches && !bodiless;
    const date = this.#options.date();
    const head = headText(response, { minor, date, length, chunked, closes, switches });
    this.#isBegun = true;
    if (bodiless) {
      cancelBody(response);
      this.#writeText(request, head);
    } else if (isStream(body)) {
      this.#socket.write(head, "latin1");
      const frame = chunked ? this.#options.frameChunk : undefined;
      this.#writer = new StreamWriter(this.#socket, frame, () => this.#onWritten(request));
      startBody(body, this.#writer, (error) => this.#options.onHandlerError(error, request));
    } else {
      this.#delivery = response.delivery;
      if ((length ?? 0) > maxTextBytes) this.#writeLarge(request, head, body);
      else this.#writeText(request, head + textOf(body));
    }
  }

  #writeText(request: Http1Request, text: string): void {
    this.#socket.write(text, "latin1");
    this.#onWritten(request);
  }

  /** The head is the first part, so that it is sent together with others. */
  #writeLarge(request: Http1Request, head: string, body: Buffer | readonly Buffer[]): void {
    const parts = Buffer.isBuffer(body) ? [body] : body;
    this.#options.writeBody(this.#socket, [Buffer.from(head, "latin1"), ...parts], {
      timeoutMs: this.#delivery?.timeoutMs,
      onWritten: () => this.#onWritten(request),
    });
  }

  /** Ends a response that is written, or whose connection ends. */
  end(): void {
    const writer = this.#writer;
    const delivery = this.#delivery;
    this.#writer = undefined;
    this.#delivery = undefined;
    this.#isBegun = false;
    writer?.close();
    delivery?.onEnd();
  }
}
