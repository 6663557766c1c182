import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createManualClock, silentLog } from "@svc/base";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AuditEvent } from "./event.ts";
import { createLogBackend } from "./log-backend.ts";
import { openLogFile } from "./log-file.ts";
import type { BackendOptions } from "./sending-backend.ts";
import { createWebhookBackend } from "./webhook-backend.ts";

const event = (id: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  kind: "Event",
  apiVersion: "audit.k8s.io/v1",
  level: "Metadata",
  auditID: id,
  stage: "ResponseComplete",
  requestURI: "/api",
  verb: "get",
  user: { username: "alice", groups: ["devs", "system:authenticated"] },
  requestReceivedTimestamp: "2026-01-01T00:00:00.000000Z",
  stageTimestamp: "2026-01-01T00:00:00.000100Z",
  ...more,
});

function setUp(more: Partial<BackendOptions> = {}) {
  const clock = createManualClock();
  const lost: [number, string][] = [];
  const options: BackendOptions = {
    clock,
    mode: "batch",
    batch: { bufferSize: 4, maxSize: 2, maxWaitMs: 1_000 },
    truncatedMark: "audit.k8s.io/truncated",
    lost: (events, error) => void lost.push([events, String(error)]),
    ...more,
  };
  return { clock, lost, options };
}

describe("the log", () => {
  const lines = (more: Partial<BackendOptions>, format: "json" | "legacy" = "json") => {
    const written: string[] = [];
    const { options, ...rest } = setUp(more);
    const out = { append: (text: string) => void written.push(text), close: async () => undefined };
    return { ...rest, written, backend: createLogBackend({ ...options, format, out }) };
  };

  test("writes each event immediately, one per line", () => {
    const { backend, written } = lines({ mode: "blocking" });
    backend.write(event("a"));
    expect(written).toEqual([`${JSON.stringify(event("a"))}\n`]);
  });

  test("writes plain lines, and escapes values that would begin a new line", () => {
    const { backend, written } = lines({ mode: "blocking" }, "legacy");
    const as = { username: 'b"ob', groups: ["g\n2"] };
    backend.write(event("a", { impersonatedUser: as, userAgent: "x\ny", responseStatus: { code: 403 } }));
    backend.write(event("b", { requestReceivedTimestamp: "2026-01-01T00:00:10.050000Z" }));
    const alice = 'method="get" user="alice" groups="\\"devs\\",\\"system:authenticated\\""';
    expect(written).toEqual([
      `2026-01-01T00:00:00Z AUDIT: id="a" stage="ResponseComplete" ip="<unknown>" ${alice} as="b\\"ob" asgroups="\\"g\\\\n2\\"" user-agent="x\\ny" namespace="<none>" uri="/api" response="403"\n`,
      `2026-01-01T00:00:10.05Z AUDIT: id="b" stage="ResponseComplete" ip="<unknown>" ${alice} as="<self>" asgroups="<lookup>" user-agent="" namespace="<none>" uri="/api" response="<deferred>"\n`,
    ]);
  });

  test("in batches writes full batches, batches that have waited, and the rest on close", async () => {
    const { backend, clock, written } = lines({});
    for (const id of ["a", "b", "c"]) backend.write(event(id));
    await expect.poll(() => written).toHaveLength(1);
    clock.advance(1_000);
    await expect.poll(() => written).toHaveLength(2);
    backend.write(event("d"));
    await backend.close();
    const ids = written.map((text) => [...text.matchAll(/"auditID":"(.)"/g)].map((match) => match[1]).join(""));
    expect(ids).toEqual(["ab", "c", "d"]);
  });

  test("lets no more wait than may", () => {
    const { backend } = lines({ batch: { bufferSize: 2, maxSize: 10, maxWaitMs: 1_000 } });
    backend.write(event("a"));
    backend.write(event("b"));
    expect(() => backend.write(event("c"))).toThrow("2 events wait already");
  });

  test("drops the objects of a large event, and rejects one that is still too large", () => {
    const { backend, written } = lines({ mode: "blocking", maxEventBytes: 500 });
    backend.write(event("a", { requestObject: "x".repeat(500), responseObject: {}, annotations: { a: "b" } }));
    expect(JSON.parse(written[0] ?? "")).toEqual(
      event("a", { annotations: { a: "b", "audit.k8s.io/truncated": "true" } }),
    );
    expect(() => backend.write(event("a", { requestURI: "x".repeat(500) }))).toThrow("larger than 500 bytes");
  });
});

describe("the log's file", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "audit-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  const open = (more: { maxBackups?: number; maxAgeMs?: number; compress?: boolean } = {}) => {
    const clock = createManualClock(Date.now());
    const path = join(dir, "sub", "audit.log");
    const given = { path, maxBytes: 10, maxBackups: 0, maxAgeMs: 0, compress: false, clock, log: silentLog, ...more };
    return { clock, file: openLogFile(given), path, names: () => readdirSync(join(dir, "sub")).sort() };
  };

  test("is its owner's only, is appended to, and put away before it grows too large", async () => {
    const { file, path, names, clock } = open();
    file.append("12345\n");
    file.append("789\n");
    expect(statSync(path).mode & 0o077).toBe(0);
    clock.advance(1);
    file.append("new\n");
    expect(readFileSync(path, "utf8")).toBe("new\n");
    expect(names()).toEqual([expect.stringMatching(/^audit-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}\.log$/), "audit.log"]);
    await file.close();
    const again = open();
    again.file.append("more\n");
    expect(readFileSync(path, "utf8")).toBe("new\nmore\n");
    await again.file.close();
  });

  test("is begun anew where it was moved away, or its directory was", async () => {
    const { file, path, names } = open();
    file.append("0123456789");
    rmSync(path);
    file.append("moved file");
    expect(readFileSync(path, "utf8")).toBe("moved file");
    rmSync(join(dir, "sub"), { recursive: true });
    file.append("moved directory");
    expect(readFileSync(path, "utf8")).toBe("moved directory");
    expect(names()).toEqual(["audit.log"]);
    await file.close();
  });

  test("stays open where it cannot be put away", async () => {
    const { file, path } = open();
    file.append("0123456789");
    // The directory is a file now: it has no room for a new log.
    rmSync(join(dir, "sub"), { recursive: true });
    writeFileSync(join(dir, "sub"), "");
    expect(() => file.append("0123456789")).toThrow();
    const other = openSync(join(dir, "other"), "w");
    expect(() => file.append("0123456789"), "and closes no file of others").toThrow();
    writeSync(other, "kept");
    closeSync(other);
    rmSync(join(dir, "sub"));
    file.append("0123456789");
    expect(readFileSync(path, "utf8")).toBe("0123456789");
    await file.close();
  });

  test("keeps every file that is put away within one millisecond", async () => {
    const { file, names } = open();
    for (let i = 0; i < 3; i++) file.append(`line ${i}..\n`);
    await file.close();
    expect(names().map((name) => readFileSync(join(dir, "sub", name), "utf8"))).toEqual([
      "line 0..\n",
      "line 1..\n",
      "line 2..\n",
    ]);
  });

  test("takes a line that is larger than a file may be", async () => {
    const { file, path } = open();
    file.append("a line of its own\n");
    expect(readFileSync(path, "utf8")).toBe("a line of its own\n");
    await file.close();
  });

  test("keeps a bounded number of rotated files, optionally compressed", async () => {
    const { file, names, clock } = open({ maxBackups: 2, compress: true });
    for (let i = 0; i < 5; i++) {
      clock.advance(1_000);
      file.append(`line ${i}..\n`);
    }
    await file.close();
    const [first = "", ...rest] = names();
    expect(rest).toEqual([expect.stringMatching(/\.log\.gz$/), "audit.log"]);
    expect(gunzipSync(readFileSync(join(dir, "sub", first))).toString()).toBe("line 2..\n");
  });

  test("deletes old files", async () => {
    const { file, names, clock } = open({ maxAgeMs: 1 });
    file.append("0123456789");
    clock.advance(3_600_000);
    file.append("0123456789");
    await file.close();
    expect(names()).toEqual(["audit.log"]);
  });
});

describe("the webhook", () => {
  const webhook = (...statuses: (number | Error)[]) => {
    const bodies: { kind: string; apiVersion: string; items: AuditEvent[] }[] = [];
    const times: number[] = [];
    const { options, ...rest } = setUp({ batch: { bufferSize: 10, maxSize: 2, maxWaitMs: 0 } });
    const post = async (body: string) => {
      bodies.push(JSON.parse(body));
      times.push(rest.clock.monotonic());
      const status = statuses[bodies.length - 1] ?? 200;
      if (status instanceof Error) throw status;
      return { status };
    };
    const backend = createWebhookBackend({ ...options, apiVersion: "audit.k8s.io/v1", post, initialBackoffMs: 100 });
    return { ...rest, bodies, times, backend };
  };

  test("is sent lists, whose items don't name their type", async () => {
    const { backend, bodies } = webhook();
    for (const id of ["a", "b", "c"]) backend.write(event(id));
    await backend.close();
    expect(bodies.flatMap(({ items }) => items.map((item) => item.auditID))).toEqual(["a", "b", "c"]);
    expect(bodies[0]).toMatchObject({ kind: "EventList", apiVersion: "audit.k8s.io/v1", metadata: {} });
    for (const { items } of bodies) for (const item of items) expect(Object.keys(item)).not.toContain("kind");
  });

  test("retries after any failure, with growing delays", async () => {
    const { backend, bodies, times, clock, lost } = webhook(500, new Error("gone"), 400);
    backend.write(event("a"));
    await vi.waitFor(
      () => {
        clock.advance(25);
        expect(bodies).toHaveLength(4);
      },
      { interval: 1, timeout: 60_000 },
    );
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(gaps.map((gap, i) => gap >= ([100, 150, 225][i] ?? 0))).toEqual([true, true, true]);
    expect(lost).toEqual([]);
  });

  test("gives up after five attempts", async () => {
    const { backend, bodies, clock, lost } = webhook(302, 400, 403, 404, 400);
    backend.write(event("a"));
    await vi.waitFor(
      () => {
        clock.advance(100);
        expect(lost).toEqual([[1, "Error: the webhook answered 400"]]);
      },
      { interval: 1, timeout: 60_000 },
    );
    expect(bodies).toHaveLength(5);
  });

  test("in mode blocking writes an event once the webhook has accepted it, and waits for it on close", async () => {
    const { options } = setUp({ mode: "blocking" });
    const accepted = Promise.withResolvers<{ readonly status: number }>();
    const post = () => accepted.promise;
    const backend = createWebhookBackend({ ...options, apiVersion: "audit.k8s.io/v1", post, initialBackoffMs: 100 });
    const order: string[] = [];
    const written = Promise.resolve(backend.write(event("a"))).then(() => order.push("written"));
    const closed = backend.close().then(() => order.push("closed"));
    accepted.resolve({ status: 200 });
    await Promise.all([written, closed]);
    expect(order).toEqual(["written", "closed"]);
  });

  test("in mode blocking rejects an event that the webhook does not accept", async () => {
    const { options } = setUp({ mode: "blocking-strict" });
    const post = async () => ({ status: 500 });
    const backend = createWebhookBackend({ ...options, apiVersion: "audit.k8s.io/v1", post, initialBackoffMs: 100 });
    const written = backend.write(event("a"));
    const rejected = expect(written).rejects.toThrow("the webhook answered 500");
    await backend.close();
    await rejected;
  });
});
