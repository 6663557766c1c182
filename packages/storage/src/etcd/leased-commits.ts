import type { Clock } from "@svc/base";
import type { CommitResult, Revision, Write } from "../storage.ts";
import type { Cluster } from "./cluster.ts";
import { commitRequest, commitResult } from "./commit.ts";
import { toStorageError } from "./error-mapping.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";
import type { Keyspace } from "./keyspace.ts";
import { decodeTxn, txnMethod } from "./kv-messages.ts";
import { createLeases } from "./leases.ts";

interface LeasedCommitsDeps {
  readonly cluster: Cluster;
  readonly keyspace: Keyspace;
  readonly clock: Clock;
  readonly currentRevision: (signal: AbortSignal | undefined) => Promise<Revision>;
  readonly maxRequestBytes: number;
}

/** Commits writes, whose expiring keys are attached to leases. */
export class LeasedCommits {
  readonly #deps: LeasedCommitsDeps;
  readonly #leases: ReturnType<typeof createLeases>;

  constructor(deps: LeasedCommitsDeps) {
    this.#deps = deps;
    this.#leases = createLeases(deps.cluster, { clock: deps.clock });
  }

  async commit(writes: readonly Write[], signal: AbortSignal | undefined): Promise<CommitResult> {
    const { cluster, keyspace, currentRevision, maxRequestBytes } = this.#deps;
    const leases = this.#leases;
    const taken: number[] = [];
    const leaseFor = async (ttlSeconds: number): Promise<number> => {
      // The commit was not sent yet: after a failure here it did not happen.
      const lease = await leases.take(ttlSeconds).catch((error) => Promise.reject(toStorageError(error, "read")));
      taken.push(lease);
      return lease;
    };
    for (;;) {
      const request = await commitRequest(writes, { keyspace, maxRequestBytes, leaseFor });
      if (request === undefined) return { ok: true, revision: await currentRevision(signal) };
      try {
        const answer = await cluster.call(txnMethod, request.message, { idempotent: false, signal });
        return commitResult(decodeTxn(answer), request);
      } catch (error) {
        // A lease that other keys share was revoked.
        if (!isLeaseGone(error) || taken.length === 0) throw error;
        for (const lease of taken.splice(0)) leases.forget(lease);
      }
    }
  }
}

function isLeaseGone(error: unknown): boolean {
  return error instanceof GrpcError && error.code === grpcCode.notFound && error.message.includes("lease not found");
}
