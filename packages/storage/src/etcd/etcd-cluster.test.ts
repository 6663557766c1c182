import { afterEach, describe, expect, test } from "vitest";
import { follow } from "../conformance/follow.ts";
import { bytes, committed, got, put, rejectsWith } from "../conformance/steps.ts";
import { isStorageError } from "../errors.ts";
import type { Revision } from "../storage.ts";
import { type EtcdStorage, openEtcdStorage } from "./index.ts";
import { makeCertificates } from "./testing/certificates.ts";
import { enableAuth } from "./testing/enable-auth.ts";
import { type EtcdServers, type EtcdServersOptions, findEtcd, startEtcd } from "./testing/etcd-server.ts";

const program = findEtcd();
const fast = ["--unsafe-no-fsync", "--heartbeat-interval=50", "--election-timeout=500"];
// For calls that must succeed: on a busy machine an election may take many times its usual
// duration.
const patientMs = 60_000;

let servers: EtcdServers | undefined;
let storage: EtcdStorage | undefined;

afterEach(async () => {
  await storage?.[Symbol.asyncDispose]();
  await servers?.stop();
  storage = undefined;
  servers = undefined;
});

async function start(options: Omit<EtcdServersOptions, "program">): Promise<EtcdServers> {
  servers = await startEtcd({ program: program!, ...options, arguments: [...fast, ...(options.arguments ?? [])] });
  return servers;
}

/** Three members that have a leader. */
async function startThree(): Promise<EtcdServers> {
  const started = await start({ members: 3 });
  await (await openEtcdStorage({ endpoints: started.endpoints, requestTimeoutMs: patientMs }))[Symbol.asyncDispose]();
  return started;
}

/** Writes without pause until stopped; resolves with the acknowledged revisions. */
function keepWriting(to: EtcdStorage): { readonly acknowledged: Map<number, string>; stop(): Promise<void> } {
  const acknowledged = new Map<number, string>();
  let stopped = false;
  const writers = Array.from({ length: 4 }, async (_, w) => {
    for (let i = 0; !stopped; i++) {
      try {
        const result = await to.commit([put(`k${w}`, `${w}.${i}`)]);
        if (result.ok) acknowledged.set(result.revision, `${w}.${i}`);
      } catch (error) {
        if (!isStorageError(error, "unknown-outcome") && !isStorageError(error, "unavailable")) throw error;
      }
    }
  });
  return {
    acknowledged,
    async stop() {
      stopped = true;
      await Promise.all(writers);
    },
  };
}

/** Retries a write until it is acknowledged. */
async function writtenAtLast(to: EtcdStorage, write: ReturnType<typeof put>): Promise<Revision> {
  const deadline = performance.now() + patientMs;
  for (;;) {
    try {
      return await committed(to, write);
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + patientMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.skipIf(program === undefined)("a cluster of etcd", () => {
  test("members fail one after the other: writes continue, and watches have no gap and no repeat", async () => {
    const { endpoints, kill, start: restart } = await startThree();
    storage = await openEtcdStorage({ endpoints, requestTimeoutMs: patientMs });
    const after = await storage.currentRevision();
    const follower = follow(storage, { after, patienceMs: patientMs });
    const writing = keepWriting(storage);
    for (let member = 0; member < 3; member++) {
      await until(() => follower.changes().length > 100 * (3 * member + 1));
      await kill(member);
      await until(() => follower.changes().length > 100 * (3 * member + 3));
      await restart(member);
    }
    await writing.stop();
    await follower.reached(await storage.currentRevision());
    await follower.stop();
    const seen = new Map(
      follower.changes().map((c) => [c.revision as number, c.op === "put" ? `${Buffer.from(c.value)}` : ""]),
    );
    expect(seen.size).toBe(follower.changes().length);
    for (const [revision, value] of writing.acknowledged) expect(seen.get(revision)).toBe(value);
    // No other client writes: every revision belongs to a key.
    const revisions = [...seen.keys()];
    expect(revisions).toEqual(revisions.map((_, i) => after + 1 + i));
  });

  test("a hanging member is replaced by another", async () => {
    const { endpoints, signal } = await startThree();
    // Each member gets a part of this, and the hanging one may be the leader: the others need
    // seconds to elect another.
    storage = await openEtcdStorage({ endpoints, requestTimeoutMs: 15_000 });
    const revision = await committed(storage, put("a", "1"));
    signal(0, "SIGSTOP");
    try {
      expect(await got(storage, "a")).toBe(`a=1@${revision}`);
    } finally {
      signal(0, "SIGCONT");
    }
  });

  test("without a quorum calls fail, and succeed when it is back", async () => {
    const { endpoints, kill, start: restart } = await startThree();
    storage = await openEtcdStorage({ endpoints, requestTimeoutMs: 5000 });
    const revision = await committed(storage, put("a", "1"));
    const follower = follow(storage, { after: revision, patienceMs: patientMs });
    await kill(1);
    await kill(2);
    const commit = storage.commit([put("a", "2")]);
    await Promise.all([
      rejectsWith("unavailable", storage.get("a")),
      expect(commit).rejects.toSatisfy((e) => isStorageError(e, "unknown-outcome") || isStorageError(e, "unavailable")),
    ]);
    await Promise.all([restart(1), restart(2)]);
    const written = await writtenAtLast(storage, put("b", "3"));
    await follower.reached(written);
    await follower.stop();
    expect(follower.changes().some((c) => c.revision === written)).toBe(true);
  });

  test("a full database: writes fail with a clear error, reads continue", async () => {
    const { endpoints } = await start({ arguments: [`--quota-backend-bytes=${2 * 1024 * 1024}`] });
    storage = await openEtcdStorage({ endpoints });
    const revision = await committed(storage, put("a", "1"));
    const value = new Uint8Array(512 * 1024);
    const open = storage;
    const fill = async (): Promise<never> => {
      for (;;) await committed(open, { op: "put", key: "big", value });
    };
    await rejectsWith("write-failed", fill());
    expect(await got(storage, "a")).toBe(`a=1@${revision}`);
    expect((await storage.status()).writeFailure).toMatch(/NOSPACE/);
  });

  test("users with a password, restricted to the prefix", async () => {
    const { endpoints } = await start({ arguments: ["--auth-token-ttl=1"] });
    await enableAuth(endpoints[0]!, { user: { name: "app", password: "secret" }, prefix: "/app/" });
    const auth = { name: "app", password: "secret" };
    await rejectsWith("access-denied", openEtcdStorage({ endpoints, prefix: "/app/" }));
    await rejectsWith(
      "access-denied",
      openEtcdStorage({ endpoints, prefix: "/app/", auth: { ...auth, password: "wrong" } }),
    );
    await rejectsWith("access-denied", openEtcdStorage({ endpoints, prefix: "/other/", auth }));
    storage = await openEtcdStorage({ endpoints, prefix: "/app/", auth });
    const revision = await committed(storage, put("a", "1"), {
      op: "put",
      key: "t",
      value: bytes("x"),
      ttlSeconds: 60,
    });
    const follower = follow(storage, { after: revision, patienceMs: patientMs });
    // Until the token has ended.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const last = await committed(storage, put("a", "2"));
    await follower.reached(last);
    await follower.stop();
    expect((await storage.range({ prefix: "" })).entries.map((e) => e.key)).toEqual(["a", "t"]);
    expect((await storage.status()).writeFailure).toBeUndefined();
  });

  test("TLS: servers and clients authenticate each other", async () => {
    await using certificates = await makeCertificates();
    const { ca, client, files } = certificates;
    const { endpoints } = await start({
      scheme: "https",
      arguments: [
        `--cert-file=${files.serverCert}`,
        `--key-file=${files.serverKey}`,
        `--trusted-ca-file=${files.ca}`,
        "--client-cert-auth",
      ],
    });
    const quick = { endpoints, requestTimeoutMs: 500 };
    await rejectsWith("unavailable", openEtcdStorage(quick));
    await rejectsWith("unavailable", openEtcdStorage({ ...quick, tls: { ca } }));
    await rejectsWith("unavailable", openEtcdStorage({ ...quick, tls: { ca, ...client, serverName: "elsewhere" } }));
    storage = await openEtcdStorage({ endpoints, tls: { ca, ...client } });
    const revision = await committed(storage, put("a", "1"));
    expect(await got(storage, "a")).toBe(`a=1@${revision}`);
  });
});

test.each([
  [[], {}],
  [["localhost:x"], {}],
  [["ftp://localhost"], {}],
  [["unix:///socket"], {}],
  [["http://user@localhost:2379"], {}],
  [["http://localhost:2379"], { ca: "PEM" }],
  [["https://localhost:2379"], { cert: "PEM" }],
])("endpoints %j with %j are refused", async (endpoints, tls) => {
  await expect(openEtcdStorage({ endpoints, tls })).rejects.toThrow(TypeError);
});
