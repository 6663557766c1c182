import { createManualClock, type ManualClock, silentLog } from "@svc/base";
import { describe, expect, test } from "vitest";
import { createClient } from "../client/client.ts";
import { jsonResponse, refusal } from "../testing/scripted-transport.ts";
import { turns, until } from "../testing/until.ts";
import type { Transport, TransportRequest } from "../transport/transport.ts";
import type { Lease } from "./lease.ts";
import { LeadershipLostError, runAsLeader } from "./run-as-leader.ts";
import type { LeaderTimings } from "./timings.ts";

interface Leases extends Transport {
  lease: Lease | undefined;
  /** While set, every request fails with this status. */
  refuses: number | undefined;
  readonly writes: string[];
}

/** A server of one lease, as careful with versions as the real one. */
function leaseServer(): Leases {
  let version = 0;
  const store = (request: TransportRequest): Lease => {
    const sent = JSON.parse(String(request.body)) as Lease;
    version++;
    server.writes.push(`${request.method} ${sent.spec?.holderIdentity}`);
    server.lease = { ...sent, metadata: { name: "x", ...sent.metadata, uid: "u", resourceVersion: `${version}` } };
    return server.lease;
  };
  const server: Leases = {
    lease: undefined,
    refuses: undefined,
    writes: [],
    fetch: async (request) => {
      await Promise.resolve();
      if (server.refuses !== undefined) return refusal(server.refuses, "InternalError");
      switch (request.method) {
        case "GET":
          return server.lease === undefined ? refusal(404, "NotFound") : jsonResponse(server.lease);
        case "POST":
          return server.lease === undefined ? jsonResponse(store(request)) : refusal(409, "AlreadyExists");
        default: {
          const sent = JSON.parse(String(request.body)) as Lease;
          if (sent.metadata?.resourceVersion !== server.lease?.metadata?.resourceVersion)
            return refusal(409, "Conflict");
          return jsonResponse(store(request));
        }
      }
    },
  };
  return server;
}

interface Run {
  readonly stop: AbortController;
  readonly leads: () => boolean;
  readonly done: Promise<unknown>;
  readonly leaders: string[];
  /** The messages of its log at level info. */
  readonly messages: string[];
}

function candidate(server: Leases, clock: ManualClock, identity: string, timings: Partial<LeaderTimings> = {}): Run {
  const client = createClient({ transport: server, clock });
  const leases = client.resource<Lease>({
    group: "coordination.svc.io",
    version: "v1",
    resource: "leases",
    namespace: "n",
  });
  const stop = new AbortController();
  const leaders: string[] = [];
  const messages: string[] = [];
  const log = { ...silentLog, info: (message: string) => void messages.push(message) };
  let leads = false;
  const options = { leases, name: "x", identity, signal: stop.signal, clock, random: () => 0, log, timings };
  const done = runAsLeader({ ...options, onLeader: (who) => leaders.push(who) }, async (signal) => {
    leads = true;
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    leads = false;
  }).catch((error: unknown) => error);
  return { stop, leads: () => leads, done, leaders, messages };
}

describe("a leader", () => {
  test("acquires a free lease, with the standard fields", async () => {
    const [server, clock] = [leaseServer(), createManualClock(Date.UTC(2026, 0, 1))];
    const a = candidate(server, clock, "a");
    await until(a.leads);
    expect(server.lease?.spec).toEqual({
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      acquireTime: "2026-01-01T00:00:00.000000Z",
      renewTime: "2026-01-01T00:00:00.000000Z",
      leaseTransitions: 0,
    });
    expect(a.leaders).toEqual(["a"]);
    expect(a.messages).toContain("this candidate is the leader");
    a.stop.abort();
    await a.done;
  });

  test("renews every two seconds, and excludes other candidates", async () => {
    const [server, clock] = [leaseServer(), createManualClock(Date.UTC(2026, 0, 1))];
    const a = candidate(server, clock, "a");
    await until(a.leads);
    const b = candidate(server, clock, "b");
    for (let seconds = 0; seconds < 60; seconds++) {
      clock.advance(1000);
      await turns(5);
    }
    expect([a.leads(), b.leads()]).toEqual([true, false]);
    expect(b.leaders).toEqual(["a"]);
    expect(b.messages).toEqual(["another candidate is the leader"]);
    expect(server.lease?.spec?.renewTime).toBe("2026-01-01T00:01:00.000000Z");
    expect(server.lease?.spec?.acquireTime).toBe("2026-01-01T00:00:00.000000Z");
    expect(server.lease?.spec?.leaseTransitions).toBe(0);
    expect(new Set(server.writes)).toEqual(new Set(["POST a", "PUT a"]));
    for (const run of [a, b]) run.stop.abort();
    await Promise.all([a.done, b.done]);
  });

  test("that ends gives the lease up, and the next takes it at its next attempt", async () => {
    const [server, clock] = [leaseServer(), createManualClock()];
    const a = candidate(server, clock, "a");
    await until(a.leads);
    const b = candidate(server, clock, "b");
    await turns();
    a.stop.abort(new Error("enough"));
    expect(await a.done).toEqual(new Error("enough"));
    expect(server.lease?.spec).toMatchObject({ holderIdentity: "", leaseDurationSeconds: 1 });
    clock.advance(2000);
    await until(b.leads);
    expect(server.lease?.spec).toMatchObject({ holderIdentity: "b", leaseTransitions: 1, leaseDurationSeconds: 15 });
    b.stop.abort();
    await b.done;
  });

  test("that dies is replaced when its lease has run out, by the clock of the waiting candidate", async () => {
    const [server, clock] = [leaseServer(), createManualClock()];
    // Its clock is far ahead: its timestamps must not matter.
    const ahead = "2999-01-01T00:00:00.000000Z";
    const spec = {
      holderIdentity: "dead",
      leaseDurationSeconds: 15,
      acquireTime: ahead,
      renewTime: ahead,
      leaseTransitions: 3,
    };
    server.lease = { metadata: { name: "x", uid: "u", resourceVersion: "0" }, spec };
    const b = candidate(server, clock, "b");
    await turns();
    for (let seconds = 0; seconds < 14; seconds++) {
      clock.advance(1000);
      await turns(5);
    }
    expect(b.leads()).toBe(false);
    clock.advance(3000);
    await until(b.leads);
    expect(b.leaders).toEqual(["dead", "b"]);
    expect(server.lease?.spec).toMatchObject({ holderIdentity: "b", leaseTransitions: 4 });
    b.stop.abort();
    await b.done;
  });

  test("that cannot renew for ten seconds stops before another candidate may begin", async () => {
    const [server, clock] = [leaseServer(), createManualClock()];
    const a = candidate(server, clock, "a");
    await until(a.leads);
    server.refuses = 500;
    const begunMs = clock.monotonic();
    await until(() => !a.leads(), clock, 500);
    expect(clock.monotonic() - begunMs).toBeLessThanOrEqual(11_000);
    const error = await a.done;
    expect(error).toBeInstanceOf(LeadershipLostError);
    expect(String(error)).toContain("could not be renewed for 10000 ms: refused: InternalError");
  });

  test("stops when another candidate holds the lease", async () => {
    const [server, clock] = [leaseServer(), createManualClock()];
    const a = candidate(server, clock, "a");
    await until(a.leads);
    const spec = { ...server.lease?.spec, holderIdentity: "thief" };
    server.lease = { metadata: { name: "x", uid: "u", resourceVersion: "77" }, spec };
    await until(() => !a.leads(), clock, 500);
    expect(String(await a.done)).toContain("was taken by thief");
    expect(server.lease.spec?.holderIdentity).toBe("thief");
  });

  test("that returns under the same name resumes immediately", async () => {
    const [server, clock] = [leaseServer(), createManualClock()];
    const time = "2026-01-01T00:00:00.000000Z";
    const spec = {
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      acquireTime: time,
      renewTime: time,
      leaseTransitions: 2,
    };
    server.lease = { metadata: { name: "x", uid: "u", resourceVersion: "0" }, spec };
    const a = candidate(server, clock, "a");
    await until(a.leads);
    expect(server.lease.spec).toMatchObject({ acquireTime: time, leaseTransitions: 2 });
    a.stop.abort();
    await a.done;
  });

  test("of two concurrent candidates only one leads", async () => {
    const [server, clock] = [leaseServer(), createManualClock()];
    const runs = ["a", "b", "c"].map((who) => candidate(server, clock, who));
    await until(() => runs.some((r) => r.leads()));
    for (let i = 0; i < 30; i++) {
      clock.advance(1000);
      await turns(5);
      expect(runs.filter((r) => r.leads())).toHaveLength(1);
    }
    for (const run of runs) run.stop.abort();
    await Promise.all(runs.map((r) => r.done));
  });
});

test.each<[Partial<LeaderTimings>, string]>([
  [{ leaseDurationMs: 10_000 }, "the lease duration must be longer than the renew deadline"],
  [{ renewDeadlineMs: 2400 }, "the renew deadline must be longer than 1.2 times the retry period"],
  [{ retryPeriodMs: 0 }, "the retry period must be longer than zero"],
  [
    { leaseDurationMs: 999, renewDeadlineMs: 500, retryPeriodMs: 100 },
    "the lease duration must be at least one second",
  ],
])("timings %j are refused", async (timings, message) => {
  const run = candidate(leaseServer(), createManualClock(), "a", timings);
  expect(await run.done).toEqual(new TypeError(message));
});
