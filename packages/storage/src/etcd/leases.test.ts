import { createManualClock } from "@svc/base";
import { expect, test } from "vitest";
import type { Cluster } from "./cluster.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";
import { createLeases } from "./leases.ts";
import { readMessage } from "./protobuf.ts";

/** A cluster that records granted leases, with failures for the next grants. */
function fakeCluster(failures: GrpcError[] = []): {
  readonly cluster: Cluster;
  readonly grants: { id: number; ttl: number }[];
} {
  const grants: { id: number; ttl: number }[] = [];
  const refuse = () => Promise.reject(new Error("unexpected call"));
  const cluster: Cluster = {
    async call(_, request) {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      const grant = { id: 0, ttl: 0 };
      readMessage(request.finish(), (field, value) => {
        grant[field === 1 ? "ttl" : "id"] = Number(value);
      });
      grants.push(grant);
      return Buffer.alloc(0);
    },
    stream: refuse,
    status: refuse,
    forgetToken: () => undefined,
    close: () => undefined,
  };
  return { cluster, grants };
}

test("keys that expire at about the same time share a lease", async () => {
  const clock = createManualClock();
  const { cluster, grants } = fakeCluster();
  const leases = createLeases(cluster, { clock });
  const first = await Promise.all([leases.take(3600), leases.take(3600)]);
  expect(new Set(first).size).toBe(1);
  expect(grants).toEqual([{ id: first[0], ttl: 3660 }]);
  clock.advance(59_000);
  expect(await leases.take(3600)).toBe(first[0]);
  clock.advance(2000);
  const later = await leases.take(3600);
  expect(later).not.toBe(first[0]);
  expect(await leases.take(10)).not.toBe(later);
  expect(grants.map((g) => g.ttl)).toEqual([3660, 3660, 11]);
});

test("a lease is not shared without bound, nor after the cluster has lost it", async () => {
  const { cluster, grants } = fakeCluster();
  const leases = createLeases(cluster, { clock: createManualClock() });
  for (let i = 0; i < 1001; i++) await leases.take(60);
  expect(grants).toHaveLength(2);
  leases.forget(grants[1]!.id);
  await leases.take(60);
  expect(grants).toHaveLength(3);
});

test("a used id is replaced; any other failure is reported and not cached", async () => {
  const taken = new GrpcError(grpcCode.failedPrecondition, "etcdserver: lease already exists");
  const down = new GrpcError(grpcCode.unavailable, "down");
  const { cluster, grants } = fakeCluster([taken, taken, down]);
  const leases = createLeases(cluster, { clock: createManualClock() });
  await expect(leases.take(60)).rejects.toBe(down);
  expect(await leases.take(60)).toBe(grants[0]!.id);
});
