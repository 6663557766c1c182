import { watchFrame } from "@svc/codec";
import type { StatusError } from "@svc/meta";
import type { Endpoint, StoredObject, WatchInput } from "@svc/registry";
import { derivedFrom, type ResourceCatalog } from "@svc/schema";
import type { WatchEvent } from "@svc/watch";
import { cborFrame } from "../encode/cbor-encoder.ts";
import type { Form } from "../encode/form.ts";
import type { ObjectEncoder } from "../encode/object-encoder.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { statusContent } from "../encode/status.ts";
import type { IncludeObject } from "../encode/table.ts";

export interface WatchRequest {
  readonly endpoint: Endpoint;
  readonly form: Form;
  readonly include: IncludeObject;
  readonly input: Omit<WatchInput, "sink">;
}

/**
 * Encodes events. Bytes that are the same for all watchers of a format are cached with the event.
 */
export interface Framing {
  readonly event: (event: WatchEvent<StoredObject>, isFirst: boolean) => Buffer;
  readonly initial: (item: StoredObject, isFirst: boolean) => Buffer;
  readonly bookmark: (revision: number, initialEventsEnd: boolean) => Buffer;
  readonly error: (error: StatusError) => Buffer;
}

interface EventBody {
  /** True when the bytes are the same for all watchers, at all times. */
  readonly shared: boolean;
  readonly of: (item: StoredObject, isFirst: boolean) => Buffer;
  readonly bookmark: (revision: number, initialEventsEnd: boolean) => Buffer;
}

/** The dependencies of watch frames. */
export interface FramingDeps {
  readonly catalog: ResourceCatalog;
  readonly responses: ResponseDeps;
}

/** Frames of a watch. They go by the definition that the resource has at the time of each event. */
export function framingOf({ catalog, responses }: FramingDeps, watch: WatchRequest): Framing {
  const { version, definition } = watch.endpoint;
  let latest = { version, framing: framingUnder(responses, watch) };
  const current = derivedFrom(catalog, (snapshot): Framing => {
    const served = snapshot.find(version.group, version.version, definition.resource);
    if (served !== undefined && served.version !== latest.version) {
      const endpoint = { ...watch.endpoint, ...served };
      latest = { version: served.version, framing: framingUnder(responses, { ...watch, endpoint }) };
    }
    return latest.framing;
  });
  return {
    event: (event, isFirst) => current().event(event, isFirst),
    initial: (item, isFirst) => current().initial(item, isFirst),
    bookmark: (revision, initialEventsEnd) => current().bookmark(revision, initialEventsEnd),
    error: (error) => current().error(error),
  };
}

function framingUnder(responses: ResponseDeps, watch: WatchRequest): Framing {
  const { endpoint, form } = watch;
  const { version, definition } = endpoint;
  const { as } = form;
  const encoder = responses.encoderOf(endpoint);
  const body =
    as.kind === "table"
      ? tableBody(responses, encoder, { version: as.version, include: watch.include })
      : objectBody(responses, encoder, form);
  const frame = form.format === "protobuf" ? watchFrame : form.format === "cbor" ? cborFrame : jsonFrame;
  const asVersion = as.kind === "object" ? "" : as.version;
  const key = `${form.format} ${as.kind} ${asVersion} ${version.group}/${version.version} ${definition.kind}`;
  const encode = ({ type, item }: WatchEvent<StoredObject>): Buffer => frame(type, body.of(item, false));
  return {
    event: body.shared
      ? (event) => event.derive(key, encode)
      : (event, isFirst) => frame(event.type, body.of(event.item, isFirst)),
    initial: (item, isFirst) => frame("ADDED", body.of(item, isFirst)),
    bookmark: (revision, initialEventsEnd) => frame("BOOKMARK", body.bookmark(revision, initialEventsEnd)),
    error: (error) => frame("ERROR", errorBody(responses, error, form)),
  };
}

const frameEnd = Buffer.from("}\n");

function jsonFrame(type: string, object: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), object, frameEnd]);
}

function errorBody(responses: ResponseDeps, error: StatusError, { format }: Form): Buffer {
  const { json, protobuf, cbor } = statusContent(responses, error.toStatus());
  const body = format === "protobuf" ? protobuf() : format === "cbor" ? cbor() : json();
  return Buffer.isBuffer(body) ? body : Buffer.concat(body);
}

function objectBody({ dialect }: ResponseDeps, encoder: ObjectEncoder, { as, format }: Form): EventBody {
  const asPartial = as.kind === "partial" ? as.version : undefined;
  const writer = format === "protobuf" || format === "cbor" ? encoder[format] : encoder.json;
  // An empty list of the kind, from which dynamic clients build the list of initial events.
  const blueprint = (): Buffer =>
    format === "protobuf" ? Buffer.concat(writer.list([], {}, asPartial)) : encoder.json.blueprint(asPartial);
  const annotations = (): object => ({
    [dialect.expand("{api}/initial-events-end")]: "true",
    [dialect.expand("{labels}/initial-events-list-blueprint")]: blueprint().toString("base64"),
  });
  return {
    shared: true,
    of: (item) => writer.object(item, asPartial),
    bookmark: (revision, initialEventsEnd) => {
      const resourceVersion = String(revision);
      const metadata = initialEventsEnd ? { resourceVersion, annotations: annotations() } : { resourceVersion };
      return writer.bookmark(metadata, asPartial);
    },
  };
}

function tableBody(
  { clock }: ResponseDeps,
  encoder: ObjectEncoder,
  requested: { readonly version: "v1" | "v1beta1"; readonly include: IncludeObject },
): EventBody {
  const table = (items: readonly StoredObject[], revision: number, withColumns: boolean): Buffer => {
    const metadata = { resourceVersion: String(revision) };
    return encoder.table(items, { ...requested, metadata, withColumns, nowMs: clock.now() });
  };
  return {
    shared: false,
    of: (item, isFirst) => table([item], item.revision, isFirst),
    bookmark: (revision) => table([], revision, false),
  };
}
