import { TooLargeError } from "../errors.ts";
import type { CommitResult, Entry, Revision, Write } from "../storage.ts";
import { guardHolds } from "../write-checks.ts";
import type { Keyspace } from "./keyspace.ts";
import { encodeTxn, type KeyValue, type TxnResponse, type TxnWrite } from "./kv-messages.ts";
import type { MessageWriter } from "./protobuf.ts";

/**
 * A commit as one transaction of etcd: guards are its comparisons, and where one fails, all guarded
 * keys are read.
 */
interface CommitRequest {
  readonly message: MessageWriter;
  readonly guarded: readonly GuardedWrite[];
}

interface GuardedWrite {
  readonly index: number;
  readonly key: string;
  readonly guard: "absent" | Revision;
}

// Bytes that the server adds to the transaction before it measures it.
const reservedBytes = 4096;

/** Returns undefined for a commit without guards and changes. */
export async function commitRequest(
  writes: readonly Write[],
  {
    keyspace,
    maxRequestBytes,
    leaseFor,
  }: {
    readonly keyspace: Keyspace;
    readonly maxRequestBytes: number;
    readonly leaseFor: (ttlSeconds: number) => Promise<number>;
  },
): Promise<CommitRequest | undefined> {
  const guarded: GuardedWrite[] = [];
  const success: TxnWrite[] = [];
  for (const [index, write] of writes.entries()) {
    const { guard = "any" } = write;
    if (guard !== "any") guarded.push({ index, key: write.key, guard });
    const key = keyspace.encode(write.key);
    if (write.op === "delete") success.push({ op: "delete", key });
    else if (write.op === "put") {
      const lease = write.ttlSeconds === undefined ? 0 : await leaseFor(write.ttlSeconds);
      success.push({ op: "put", key, value: write.value, lease });
    }
  }
  if (guarded.length === 0 && success.length === 0) return undefined;
  const keys = guarded.map((g) => keyspace.encode(g.key));
  const compares = guarded.map(({ guard }, i) => ({ key: keys[i]!, modRevision: guard === "absent" ? 0 : guard }));
  const message = encodeTxn({ compares, success, failure: keys });
  if (message.length + reservedBytes > maxRequestBytes) {
    throw new TooLargeError(`a commit, as encoded for etcd, has at most ${maxRequestBytes - reservedBytes} bytes`);
  }
  return { message, guarded };
}

/** Converts the response to the result of a commit. */
export function commitResult({ revision, succeeded, reads }: TxnResponse, { guarded }: CommitRequest): CommitResult {
  if (succeeded) return { ok: true, revision: revision as Revision };
  const lost = guarded.findIndex(({ guard }, i) => !guardHolds(guard, reads[i]?.modRevision ?? 0));
  if (lost < 0) throw new Error("etcd rejected a commit although all guards hold");
  const { index, key } = guarded[lost]!;
  return { ok: false, index, current: entryOf(key, reads[lost]) };
}

/** Copies the value: a view would keep the whole response in memory. */
export function entryOf(key: string, found: KeyValue | undefined): Entry | undefined {
  return found && { key, value: new Uint8Array(found.value), revision: found.modRevision as Revision };
}
