import type { HttpResponse, ResponseWriter } from "@svc/http";
import { expired, isStatusError, type StatusError } from "@svc/meta";
import { convertedSelection, type Endpoint, type Registry, type StoredObject, unreadableObject } from "@svc/registry";
import type { InitialSink, WatchEvent, WatchHandle } from "@svc/watch";
import { cborSequence, type Form } from "../encode/form.ts";
import type { EventSent } from "../metrics/watch-metrics.ts";
import { requestOwner } from "../overload/request-owner.ts";
import type { Lag, LaggingWatcher, PendingBytes, WatchBacklog } from "../overload/watch-backlog.ts";
import type { ServerLimits } from "../request/limits.ts";
import type { RequestState } from "../request/request-state.ts";
import type { FanOut, Flushable } from "./fan-out.ts";
import { preparedSink } from "./prepared-sink.ts";
import { type Framing, type FramingDeps, framingOf, type WatchRequest } from "./watch-framing.ts";
import { socketFraming, watchSocket } from "./watch-socket.ts";

/** The dependencies of event streams. */
export interface WatchStreamDeps extends FramingDeps {
  readonly registry: Registry;
  readonly limits: ServerLimits;
  /** Observes the events sent to watchers. */
  readonly eventSent: (endpoint: Endpoint) => EventSent;
  readonly fanOut: FanOut;
  readonly backlog: WatchBacklog;
}

/**
 * Responds with a stream of events until its timeout, or until the client leaves or reads too
 * slowly.
 */
export function streamWatch(
  deps: WatchStreamDeps,
  state: RequestState,
  watch: WatchRequest,
): HttpResponse | Promise<HttpResponse> {
  const socket = watchSocket(state.request);
  if (socket !== undefined && typeof socket !== "function") return socket;
  const framing = framingOf(deps, watch);
  const stream = new WatchStream(socket === undefined ? framing : socketFraming(framing, watch.form), {
    maxBytes: deps.limits.maxWatchBytes,
    sent: deps.eventSent(watch.endpoint),
    fanOut: deps.fanOut,
    backlog: deps.backlog,
    owner: requestOwner(state),
  });
  const started = (handle: WatchHandle): HttpResponse => {
    stream.attach(handle);
    const open = (writer: ResponseWriter): void => stream.open(writer);
    const cancel = (): void => stream.stop();
    if (socket !== undefined) return socket({ open, cancel });
    return { status: 200, headers: ["Content-Type", streamType(watch.form)], body: { start: open, cancel } };
  };
  const fail = (error: unknown): HttpResponse => {
    // Errors before the first event are sent in the stream, where clients expect them: the
    // requested state is gone.
    if (!isStatusError(error) || error.code !== 410) throw error;
    stream.end(watch.endpoint.definition.storage?.readRules === "store" ? expired(tooOld) : error);
    return started({ stop: () => undefined });
  };
  if (watch.input.timeoutMs === 0) {
    stream.end(undefined);
    return started({ stop: () => undefined });
  }
  try {
    const { input, sink } = selected(deps, watch, stream);
    const handle = deps.registry.watch(watch.endpoint, { ...input, sink });
    return handle instanceof Promise ? handle.then(started, fail) : started(handle);
  } catch (error) {
    return fail(error);
  }
}

/** The message for kinds without a cache of changes in the original, as events. */
const tooOld = "The resourceVersion for the provided watch is too old.";

/** A watch of objects that a webhook converts is selected and sent after their conversion. */
function selected(
  { responses }: WatchStreamDeps,
  { endpoint, input }: WatchRequest,
  sink: InitialSink<StoredObject>,
): Pick<WatchRequest, "input"> & { readonly sink: InitialSink<StoredObject> } {
  if (endpoint.version.conversion?.fromStorageAll === undefined) return { input, sink };
  const selection = convertedSelection(endpoint, input.selectors.fields);
  const fields = selection?.cached ?? input.selectors.fields;
  return {
    input: { ...input, selectors: { ...input.selectors, fields } },
    sink: preparedSink(responses, { endpoint, selection, sink }),
  };
}

/** Text events are separated by lines; messages have lengths. */
function streamType({ format, contentType }: Form): string {
  if (format === "cbor") return cborSequence;
  return format === "protobuf" ? `${contentType};stream=watch` : contentType;
}

/** Bytes that are passed to the connection in one write; more waits until they were sent. */
const chunkBytes = 64 * 1024;

interface StreamOptions {
  readonly maxBytes: number;
  readonly sent: EventSent;
  readonly fanOut: FanOut;
  readonly backlog: WatchBacklog;
  readonly owner: string;
}

/**
 * The events of one watcher. Events that arrive together are written together. The queue is
 * bounded: a client that reads too slowly is disconnected, so that it notices the gap.
 */
class WatchStream implements Flushable, LaggingWatcher {
  readonly owner: string;
  readonly #framing: Framing;
  readonly #maxBytes: number;
  readonly #sent: EventSent;
  readonly #fanOut: FanOut;
  readonly #backlog: WatchBacklog;
  #writer: ResponseWriter | undefined;
  #handle: WatchHandle | undefined;
  /** Pending frames; those of the initial state are created on demand. */
  #queue: (Buffer | StoredObject)[] = [];
  #next = 0;
  #queuedBytes = 0;
  #scheduled = false;
  /** True if the buffer of the connection is full. */
  #full = false;
  /** From when the connection was full until the queue is empty. */
  #lag: Lag | undefined;
  /** The chunk that made the connection full. */
  #unread = { bytes: 0 };
  #hasStarted = false;
  #ended = false;
  #stopped = false;

  constructor(framing: Framing, { maxBytes, sent, fanOut, backlog, owner }: StreamOptions) {
    this.owner = owner;
    this.#framing = framing;
    this.#backlog = backlog;
    this.#maxBytes = maxBytes;
    this.#sent = sent;
    this.#fanOut = fanOut;
  }

  get connection(): object {
    return this.#writer?.connection ?? this;
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  initial(items: readonly StoredObject[]): void {
    const at = items.findIndex(({ corrupt }) => corrupt !== undefined);
    const unreadable = items[at];
    for (const item of unreadable === undefined ? items : items.slice(0, at)) this.#queue.push(item);
    if (unreadable === undefined) this.#schedule();
    else this.#endAt(unreadable);
  }

  event(event: WatchEvent<StoredObject>): void {
    if (event.item.corrupt === undefined) this.#push(this.#framing.event(event, this.#isFirst()));
    else this.#endAt(event.item);
  }

  bookmark(revision: number, initialEventsEnd: boolean): void {
    this.#push(this.#framing.bookmark(revision, initialEventsEnd));
  }

  end(error: StatusError | undefined): void {
    if (this.#ended) return;
    if (error !== undefined) this.#push(this.#framing.error(error));
    this.#ended = true;
    this.#schedule();
  }

  /** An unreadable object ends the watch; a list shows the others. */
  #endAt(item: StoredObject): void {
    this.end(unreadableObject(item));
    this.#handle?.stop();
  }

  attach(handle: WatchHandle): void {
    this.#handle = handle;
    if (this.#stopped) handle.stop();
  }

  open(writer: ResponseWriter): void {
    // Too many events came before.
    if (this.#stopped) {
      writer.abort();
      return;
    }
    this.#writer = writer;
    writer.onClose(() => {
      this.stop();
      this.#catchUp();
    });
    writer.onDrain(() => {
      this.#full = false;
      if (this.#lag?.isCounted) this.#backlog.taken(this, this.#unread, this.#unread.bytes);
      this.#unread.bytes = 0;
      this.flush();
    });
    this.flush();
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#catchUp();
    this.#queue = [];
    this.#next = 0;
    this.#handle?.stop();
  }

  breakOff(): void {
    this.stop();
    this.#writer?.abort();
  }

  *pending(): Iterable<PendingBytes> {
    if (this.#unread.bytes > 0) yield [this.#unread, this.#unread.bytes];
    for (let i = this.#next; i < this.#queue.length; i++) {
      const entry = this.#queue[i] as Buffer | StoredObject;
      yield [entry, bytesOf(entry)];
    }
  }

  /** Takes the watcher out of the backlog, since no events wait. */
  #catchUp(): void {
    if (this.#lag === undefined) return;
    this.#backlog.leave(this);
    this.#lag = undefined;
  }

  /** The connection takes no more after a chunk. */
  #lags(bytes: number): void {
    this.#unread = { bytes };
    this.#lag = this.#backlog.lags(this);
    if (this.#lag.isCounted) this.#backlog.added(this, this.#unread, bytes);
  }

  #isFirst(): boolean {
    const first = !this.#hasStarted;
    this.#hasStarted = true;
    return first;
  }

  #push(frame: Buffer): void {
    if (this.#stopped || this.#ended) return;
    this.#queue.push(frame);
    this.#queuedBytes += frame.length;
    if (this.#queuedBytes > this.#maxBytes) this.breakOff();
    else this.#schedule();
    if (this.#lag?.isCounted) this.#backlog.added(this, frame, frame.length);
  }

  #schedule(): void {
    if (this.#scheduled || this.#full || this.#writer === undefined) return;
    this.#scheduled = true;
    this.#fanOut.flush(this);
  }

  flush(): void {
    this.#scheduled = false;
    const writer = this.#writer;
    if (writer === undefined || this.#stopped) return;
    while (this.#next < this.#queue.length && !this.#full) {
      const chunk = this.#take();
      this.#full = !writer.write(chunk);
      if (this.#full) this.#lags(chunk.length);
    }
    if (this.#stopped || this.#next < this.#queue.length) return;
    if (!this.#full) this.#catchUp();
    this.#queue = [];
    this.#next = 0;
    if (!this.#ended) return;
    this.#stopped = true;
    writer.end();
  }

  /** Removes pending bytes, up to the size of a chunk; there are some. */
  #take(): Buffer {
    const first = this.#shift();
    if (this.#next === this.#queue.length) return first;
    const frames = [first];
    for (let bytes = first.length; this.#next < this.#queue.length && bytes < chunkBytes; ) {
      const frame = this.#shift();
      frames.push(frame);
      bytes += frame.length;
    }
    if (this.#next > 1024 && this.#next * 2 > this.#queue.length) {
      this.#queue.splice(0, this.#next);
      this.#next = 0;
    }
    return this.#fanOut.join(frames);
  }

  #shift(): Buffer {
    const entry = this.#queue[this.#next++] as Buffer | StoredObject;
    const isFrame = Buffer.isBuffer(entry);
    const frame = isFrame ? entry : this.#framing.initial(entry, this.#isFirst());
    if (isFrame) this.#queuedBytes -= frame.length;
    if (this.#lag?.isCounted) this.#backlog.taken(this, entry, bytesOf(entry));
    this.#sent(frame.length);
    return frame;
  }
}

function bytesOf(entry: Buffer | StoredObject): number {
  return Buffer.isBuffer(entry) ? entry.length : entry.size;
}
