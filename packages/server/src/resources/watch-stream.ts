import { cborPrefix, sealEnvelope, watchFrame } from "@svc/codec";
import { formatApiVersion, isStatusError, type StatusError } from "@svc/meta";
import { type Endpoint, type StoredObject, unreadableObject, type WatchInput } from "@svc/registry";
import type { WatchEvent, WatchHandle } from "@svc/watch";
import { cborFrame } from "../encode/cbor-encoder.ts";
import { cborSequence, type Form } from "../encode/form.ts";
import type { ObjectEncoder } from "../encode/object-encoder.ts";
import { statusContent } from "../encode/status.ts";
import { columnsJson, type IncludeObject, tableHead } from "../encode/table.ts";
import type { Answer, Outlet } from "../http/exchange.ts";
import type { EventSent } from "../metrics/watch-metrics.ts";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";

interface WatchRequest {
  readonly endpoint: Endpoint;
  readonly form: Form;
  readonly include: IncludeObject;
  readonly input: Omit<WatchInput, "sink">;
}

/** How events become bytes. What is the same for all watchers of a form is made once and kept with the event. */
interface Framing {
  readonly event: (event: WatchEvent<StoredObject>, isFirst: boolean) => Buffer;
  readonly initial: (item: StoredObject, isFirst: boolean) => Buffer;
  readonly bookmark: (revision: number, initialEventsEnd: boolean) => Buffer;
  readonly error: (error: StatusError) => Buffer;
}

/** Answers with a stream of events that goes on until its time is up, the client leaves, or the client reads too slowly. */
export function streamWatch(parts: ServerParts, state: RequestState, watch: WatchRequest): Answer | Promise<Answer> {
  const stream = new WatchStream(framingOf(parts, watch), {
    maxBytes: parts.limits.maxWatchBytes,
    sent: parts.eventSent(watch.endpoint),
  });
  const started = (handle: WatchHandle): Answer => {
    stream.attach(handle);
    return {
      status: 200,
      headers: ["Content-Type", streamType(watch.form)],
      body: { start: (outlet) => stream.open(outlet) },
    };
  };
  const fail = (error: unknown): Answer => {
    // What goes wrong before the first event is told in the stream, where clients look for it: the state asked for is no more.
    if (!isStatusError(error) || error.code !== 410) throw error;
    stream.end(error);
    return started({ stop: () => undefined });
  };
  state.request.signal.addEventListener("abort", () => stream.stop(), { once: true });
  try {
    const handle = parts.registry.watch(watch.endpoint, { ...watch.input, sink: stream });
    return handle instanceof Promise ? handle.then(started, fail) : started(handle);
  } catch (error) {
    return fail(error);
  }
}

/** Text is told apart by its lines; messages are not. */
function streamType({ format, contentType }: Form): string {
  if (format === "cbor") return cborSequence;
  return format === "protobuf" ? `${contentType};stream=watch` : contentType;
}

/** How much is handed to the connection at once; more waits until the client has read. */
const chunkBytes = 256 * 1024;

/**
 * One watcher's events on their way to the client. What comes in one go is written together. What waits is bounded: a client
 * that reads too slowly is cut off, so that it sees that something is missing.
 */
class WatchStream {
  readonly #framing: Framing;
  readonly #maxBytes: number;
  readonly #sent: EventSent;
  #outlet: Outlet | undefined;
  #handle: WatchHandle | undefined;
  /** Frames that wait, the initial state's made when they are needed. */
  #queue: (Buffer | StoredObject)[] = [];
  #next = 0;
  #queuedBytes = 0;
  #scheduled = false;
  #told = false;
  #ended = false;
  #stopped = false;

  constructor(framing: Framing, { maxBytes, sent }: { readonly maxBytes: number; readonly sent: EventSent }) {
    this.#framing = framing;
    this.#maxBytes = maxBytes;
    this.#sent = sent;
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

  /** What cannot be read ends the watch: a list tells what there is besides. */
  #endAt(item: StoredObject): void {
    this.end(unreadableObject(item));
    this.#handle?.stop();
  }

  attach(handle: WatchHandle): void {
    this.#handle = handle;
    if (this.#stopped) handle.stop();
  }

  open(outlet: Outlet): void {
    this.#outlet = outlet;
    outlet.onClose(() => this.stop());
    outlet.onDrain(() => this.#flush());
    this.#flush();
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#queue = [];
    this.#next = 0;
    this.#handle?.stop();
  }

  #isFirst(): boolean {
    const first = !this.#told;
    this.#told = true;
    return first;
  }

  #push(frame: Buffer): void {
    if (this.#stopped || this.#ended) return;
    this.#queue.push(frame);
    this.#queuedBytes += frame.length;
    if (this.#queuedBytes + (this.#outlet?.pendingBytes ?? 0) > this.#maxBytes) {
      this.stop();
      this.#outlet?.abort();
      return;
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#outlet === undefined) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const outlet = this.#outlet;
    if (outlet === undefined || this.#stopped) return;
    while (this.#next < this.#queue.length && outlet.pendingBytes < chunkBytes) outlet.write(this.#take());
    if (this.#next < this.#queue.length) return;
    this.#queue = [];
    this.#next = 0;
    if (!this.#ended) return;
    this.#stopped = true;
    outlet.end();
  }

  /** What waits, up to the size of a chunk. */
  #take(): Buffer {
    const frames: Buffer[] = [];
    let bytes = 0;
    while (this.#next < this.#queue.length && bytes < chunkBytes) {
      const entry = this.#queue[this.#next++];
      if (entry === undefined) continue;
      const frame = Buffer.isBuffer(entry) ? entry : this.#framing.initial(entry, this.#isFirst());
      if (frame === entry) this.#queuedBytes -= frame.length;
      frames.push(frame);
      this.#sent(frame.length);
      bytes += frame.length;
    }
    if (this.#next > 1024 && this.#next * 2 > this.#queue.length) {
      this.#queue.splice(0, this.#next);
      this.#next = 0;
    }
    const [only] = frames;
    return frames.length === 1 && only !== undefined ? only : Buffer.concat(frames, bytes);
  }
}

const frameEnd = Buffer.from("}\n");

function jsonFrame(type: string, object: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), object, frameEnd]);
}

function framingOf(parts: ServerParts, watch: WatchRequest): Framing {
  const { endpoint, form } = watch;
  const { version, definition } = endpoint;
  const encoder = parts.encoderOf(endpoint);
  const body = bodyOf(parts, encoder, watch);
  const frame = form.format === "protobuf" ? watchFrame : form.format === "cbor" ? cborFrame : jsonFrame;
  const as = form.as.kind === "object" ? "" : form.as.version;
  const key = `${form.format} ${form.as.kind} ${as} ${version.group}/${version.version} ${definition.kind}`;
  return {
    event: (event, isFirst) =>
      body.shared
        ? event.derive(key, ({ type, item }) => frame(type, body.of(item, false)))
        : frame(event.type, body.of(event.item, isFirst)),
    initial: (item, isFirst) => frame("ADDED", body.of(item, isFirst)),
    bookmark: (revision, initialEventsEnd) => frame("BOOKMARK", body.bookmark(revision, initialEventsEnd)),
    error: (error) => frame("ERROR", errorBody(parts, error, form)),
  };
}

function errorBody(parts: ServerParts, error: StatusError, { format }: Form): Buffer {
  const { json, protobuf, cbor } = statusContent(parts, error.toStatus());
  const body = format === "protobuf" ? protobuf() : format === "cbor" ? cbor() : json();
  return Buffer.isBuffer(body) ? body : Buffer.concat(body);
}

interface EventBody {
  /** Whether the bytes are the same for all watchers, and at all times. */
  readonly shared: boolean;
  readonly of: (item: StoredObject, isFirst: boolean) => Buffer;
  readonly bookmark: (revision: number, initialEventsEnd: boolean) => Buffer;
}

function bodyOf(parts: ServerParts, encoder: ObjectEncoder, { endpoint, form, include }: WatchRequest): EventBody {
  const { dialect, codec, schemas } = parts;
  const { version, definition } = endpoint;
  const { as, format } = form;
  const metaGroup = dialect.expand("meta.{api}");
  const marks = (): object => ({
    [dialect.expand("{api}/initial-events-end")]: "true",
    [dialect.expand("{labels}/initial-events-list-blueprint")]: emptyList(encoder, form).toString("base64"),
  });
  const marked = (revision: number, initialEventsEnd: boolean): object => ({
    resourceVersion: String(revision),
    ...(initialEventsEnd ? { annotations: marks() } : {}),
  });
  if (as.kind === "table") return tableBody(parts, encoder, as.version, include);
  const partial = as.kind === "partial";
  const type = partial ? { schema: schemas.struct("meta/v1.PartialObjectMetadata") } : version;
  const root = partial
    ? { kind: "PartialObjectMetadata", apiVersion: `${metaGroup}/${as.version}` }
    : { kind: version.kind ?? definition.kind, apiVersion: formatApiVersion(version) };
  if (format === "protobuf") {
    return {
      shared: true,
      of: partial ? (item) => encoder.partialMessage(item, as.version) : encoder.message,
      bookmark: (revision, isEnd) => {
        const raw = codec.encodeMessage({ metadata: marked(revision, isEnd) }, type);
        return sealEnvelope({ ...root, raw }, dialect.protobufMagic);
      },
    };
  }
  if (format === "cbor") {
    const { cbor } = encoder;
    return {
      shared: true,
      of: partial ? (item) => cbor.partial(item, as.version) : cbor.object,
      bookmark: (revision, isEnd) => {
        const json = codec.encodeJson({ metadata: marked(revision, isEnd) }, type, root);
        return Buffer.concat([cborPrefix, codec.cborOf(json, type)]);
      },
    };
  }
  return {
    shared: true,
    of: partial ? (item) => encoder.partial(item, as.version) : encoder.object,
    bookmark: (revision, isEnd) => codec.encodeJson({ metadata: marked(revision, isEnd) }, type, root),
  };
}

/** What the list would be that the initial events stand for, but for its items: clients that know no types make their list of it. */
function emptyList(encoder: ObjectEncoder, { format, as }: Form): Buffer {
  const version = as.kind === "partial" ? as.version : undefined;
  if (format === "protobuf") return Buffer.concat(encoder.listMessage([], {}, version));
  const head = version === undefined ? encoder.listHead({}) : encoder.partialListHead({}, version);
  return Buffer.concat([head, Buffer.from("null}\n")]);
}

function tableBody(
  parts: ServerParts,
  encoder: ObjectEncoder,
  version: "v1" | "v1beta1",
  include: IncludeObject,
): EventBody {
  const metaGroup = parts.dialect.expand("meta.{api}");
  const columns = columnsJson(encoder.tableDefinition.columns);
  const around = (revision: number, withColumns: boolean, row: Buffer): Buffer => {
    // Columns are told once a stream.
    const head = tableHead(version, metaGroup, { resourceVersion: String(revision) }, withColumns ? columns : "null");
    return Buffer.concat([Buffer.from(`${head}[`), row, Buffer.from("]}")]);
  };
  return {
    shared: false,
    of: (item, isFirst) => around(item.revision, isFirst, encoder.row(item, include, parts.clock.now(), version)),
    bookmark: (revision) => around(revision, false, Buffer.alloc(0)),
  };
}
