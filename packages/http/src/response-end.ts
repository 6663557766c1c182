import { byteLengthOf, type HttpResponse, isStream, type ResponseWriter, type StreamBody } from "./http.ts";

/** The end of a response: its outcome, and the bytes that were sent. */
export interface ResponseEnd {
  /**
   * `finished`: whole; `aborted`: the server broke it off; `disconnected`: the client or the
   * connection went away first.
   */
  readonly outcome: "finished" | "aborted" | "disconnected";
  /** Of the body that was sent, before compression and framing. */
  readonly bytes: number;
}

/** Called once with the end of a response. */
export type EndListener = (end: ResponseEnd) => void;

/**
 * Calls back once when a response has ended: immediately for a body in memory, which the connection
 * takes over; at the end of the stream for a streamed body, accepted upgrades included. Stages
 * return the response that this returns. Listeners of inner stages are called first.
 */
export function whenEnded(response: HttpResponse, listener: EndListener): HttpResponse {
  const { body } = response;
  if (!isStream(body)) {
    listener({ outcome: "finished", bytes: byteLengthOf(body) });
    return response;
  }
  if (body instanceof ObservedBody) {
    body.addListener(listener);
    return response;
  }
  return { ...response, body: new ObservedBody(body, listener) };
}

/** A streamed body that reports its end to any number of stages. */
class ObservedBody implements StreamBody {
  readonly length?: number;
  readonly #body: StreamBody;
  readonly #listeners: EndListener[];

  constructor(body: StreamBody, listener: EndListener) {
    this.#body = body;
    if (body.length !== undefined) this.length = body.length;
    this.#listeners = [listener];
  }

  addListener(listener: EndListener): void {
    this.#listeners.push(listener);
  }

  start(writer: ResponseWriter): void {
    const observed = new ObservedWriter(writer);
    writer.onClose(() => this.#tell(observed.ended));
    try {
      this.#body.start(observed);
    } catch (error) {
      // The connection breaks the body off.
      observed.note("aborted");
      throw error;
    }
  }

  cancel(): void {
    this.#body.cancel?.();
    this.#tell({ outcome: "disconnected", bytes: 0 });
  }

  #tell(end: ResponseEnd): void {
    for (const listener of this.#listeners) listener(end);
  }
}

/** Counts the bytes of a stream, and records which side ended it. */
class ObservedWriter implements ResponseWriter {
  readonly connection: object;
  readonly #writer: ResponseWriter;
  #bytes = 0;
  #outcome: ResponseEnd["outcome"] = "disconnected";

  constructor(writer: ResponseWriter) {
    this.#writer = writer;
    this.connection = writer.connection;
  }

  get ended(): ResponseEnd {
    return { outcome: this.#outcome, bytes: this.#bytes };
  }

  write(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    return this.#writer.write(chunk);
  }

  onDrain(callback: () => void): void {
    this.#writer.onDrain(callback);
  }

  onClose(callback: () => void): void {
    this.#writer.onClose(callback);
  }

  end(trailers?: readonly string[]): void {
    this.note("finished");
    this.#writer.end(trailers);
  }

  abort(): void {
    this.note("aborted");
    this.#writer.abort();
  }

  /** The first outcome counts. */
  note(outcome: ResponseEnd["outcome"]): void {
    if (this.#outcome === "disconnected") this.#outcome = outcome;
  }
}
