/**
 * The messages of etcd's Watch service, which go both ways over one stream. Numbers of fields are
 * etcd's API v3.
 */
import { decodeHeader, decodeKeyValue, type KeyValue } from "./kv-messages.ts";
import { createMessage, type MessageWriter, readMessage } from "./protobuf.ts";

/** Path of the method. */
export const watchMethod = "/etcdserverpb.Watch/Watch";

interface WatchRequest {
  readonly key: Uint8Array;
  readonly rangeEnd: Uint8Array;
  /** Inclusive. */
  readonly startRevision: number;
}

/** An event of a watch. */
export interface WatchEvent {
  readonly op: "put" | "delete";
  /** For a deletion: the key, and the revision that deleted it. */
  readonly kv: KeyValue;
}

/** A message of a watch stream. */
export interface WatchResponse {
  /**
   * The store's revision when it was sent; events below it may still follow, unless this response
   * has none.
   */
  readonly revision: number;
  readonly created: boolean;
  readonly canceled: boolean;
  /** Above 0 when the watch was cancelled because its start was compacted. */
  readonly compactRevision: number;
  readonly cancelReason: string;
  readonly events: readonly WatchEvent[];
}

/** Also requests etcd's own progress messages after about ten minutes without events. */
export function encodeWatch({ key, rangeEnd, startRevision }: WatchRequest): MessageWriter {
  const create = createMessage().bytes(1, key).bytes(2, rangeEnd).int(3, startRevision).bool(4, true);
  return createMessage().message(1, create);
}

/** Encodes a request for progress of all watches of the stream. */
export function encodeProgressRequest(): MessageWriter {
  return createMessage().message(3, createMessage());
}

/** Decodes a message of a watch stream. */
export function decodeWatch(bytes: Buffer): WatchResponse {
  const events: WatchEvent[] = [];
  let revision = 0;
  let created = false;
  let canceled = false;
  let compactRevision = 0;
  let cancelReason = "";
  readMessage(bytes, (field, value) => {
    if (field === 1) revision = decodeHeader(value as Buffer);
    else if (field === 3) created = value === 1;
    else if (field === 4) canceled = value === 1;
    else if (field === 5) compactRevision = Number(value);
    else if (field === 6) cancelReason = value.toString();
    else if (field === 11) events.push(decodeEvent(value as Buffer));
  });
  return { revision, created, canceled, compactRevision, cancelReason, events };
}

function decodeEvent(bytes: Buffer): WatchEvent {
  let op: WatchEvent["op"] = "put";
  let kv = decodeKeyValue(Buffer.alloc(0));
  readMessage(bytes, (field, value) => {
    if (field === 1 && value === 1) op = "delete";
    else if (field === 2) kv = decodeKeyValue(value as Buffer);
  });
  return { op, kv };
}
