/**
 * The requests and responses of etcd's KV service that a store needs. Numbers of fields and methods
 * are etcd's API v3.
 */
import { createMessage, type FieldValue, type MessageWriter, readMessage } from "./protobuf.ts";

/** Path of the method. */
export const rangeMethod = "/etcdserverpb.KV/Range";
/** Path of the method. */
export const txnMethod = "/etcdserverpb.KV/Txn";
/** Path of the method. */
export const compactMethod = "/etcdserverpb.KV/Compact";

/** Request of a range. */
export interface RangeRequest {
  readonly key: Uint8Array;
  /**
   * Exclusive.
   * @default the key alone
   */
  readonly rangeEnd?: Uint8Array;
  readonly limit?: number;
  readonly revision?: number;
  readonly countOnly?: boolean;
}

/** A key with its value and revision. */
export interface KeyValue {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly modRevision: number;
}

/** Response of a range. */
export interface RangeResponse {
  readonly revision: number;
  readonly kvs: readonly KeyValue[];
  /** Keys in the range, regardless of the limit. */
  readonly count: number;
}

interface TxnRequest {
  /** Requires the revision of the last modification of a key; 0 for an absent key. */
  readonly compares: readonly { readonly key: Uint8Array; readonly modRevision: number }[];
  readonly success: readonly TxnWrite[];
  /** Keys to read when a comparison fails. */
  readonly failure: readonly Uint8Array[];
}

/** A write of a transaction. */
export type TxnWrite =
  | { readonly op: "put"; readonly key: Uint8Array; readonly value: Uint8Array; readonly lease: number }
  | { readonly op: "delete"; readonly key: Uint8Array };

/** Response of a transaction. */
export interface TxnResponse {
  readonly revision: number;
  readonly succeeded: boolean;
  /** Entries that were read after a failed comparison. */
  readonly reads: readonly (KeyValue | undefined)[];
}

const bytesOf = (value: FieldValue): Buffer => value as Buffer;
const numberOf = (value: FieldValue): number => value as number;

/** Encodes a range request. */
export function encodeRange(request: RangeRequest): MessageWriter {
  const { key, rangeEnd, limit = 0, revision = 0, countOnly = false } = request;
  const message = createMessage().bytes(1, key);
  if (rangeEnd !== undefined) message.bytes(2, rangeEnd);
  return message.int(3, limit).int(4, revision).bool(9, countOnly);
}

/** Decodes a range response. */
export function decodeRange(bytes: Buffer): RangeResponse {
  let revision = 0;
  let count = 0;
  const kvs: KeyValue[] = [];
  readMessage(bytes, (field, value) => {
    if (field === 1) revision = decodeHeader(bytesOf(value));
    else if (field === 2) kvs.push(decodeKeyValue(bytesOf(value)));
    else if (field === 4) count = numberOf(value);
  });
  return { revision, kvs, count };
}

/** Returns the store's revision from a response header. */
export function decodeHeader(bytes: Buffer): number {
  let revision = 0;
  readMessage(bytes, (field, value) => {
    if (field === 3) revision = numberOf(value);
  });
  return revision;
}

const nothing = Buffer.alloc(0);

/** Decodes an entry. */
export function decodeKeyValue(bytes: Buffer): KeyValue {
  let key: Buffer = nothing;
  let value: Buffer = nothing;
  let modRevision = 0;
  readMessage(bytes, (field, found) => {
    if (field === 1) key = bytesOf(found);
    else if (field === 3) modRevision = numberOf(found);
    else if (field === 5) value = bytesOf(found);
  });
  return { key, value, modRevision };
}

const compareModRevision = 2;

/** Encodes a transaction. */
export function encodeTxn({ compares, success, failure }: TxnRequest): MessageWriter {
  const message = createMessage();
  for (const { key, modRevision } of compares) {
    message.message(1, createMessage().int(2, compareModRevision).bytes(3, key).int(6, modRevision));
  }
  for (const write of success) message.message(2, encodeWrite(write));
  for (const key of failure) message.message(3, createMessage().message(1, encodeRange({ key })));
  return message;
}

function encodeWrite(write: TxnWrite): MessageWriter {
  const key = createMessage().bytes(1, write.key);
  if (write.op === "delete") return createMessage().message(3, key);
  return createMessage().message(2, key.bytes(2, write.value).int(3, write.lease));
}

/** Decodes the response of a transaction. */
export function decodeTxn(bytes: Buffer): TxnResponse {
  let revision = 0;
  let succeeded = false;
  const reads: (KeyValue | undefined)[] = [];
  readMessage(bytes, (field, value) => {
    if (field === 1) revision = decodeHeader(bytesOf(value));
    else if (field === 2) succeeded = value === 1;
    else if (field === 3)
      readMessage(bytesOf(value), (op, range) => {
        if (op === 1) reads.push(decodeRange(bytesOf(range)).kvs[0]);
      });
  });
  return { revision, succeeded, reads };
}

/** Encodes a compaction request. */
export function encodeCompaction(revision: number): MessageWriter {
  return createMessage().int(1, revision);
}
