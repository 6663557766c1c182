import { gunzipSync } from "node:zlib";
import { createManualClock, type ManualClock } from "@svc/base";
import { WireReader } from "@svc/base/protobuf";
import { startTestServer, type TestServer } from "@svc/testing";
import { afterEach, describe, expect, test } from "vitest";
import { profiling } from "./profiling.ts";

let server: TestServer;
let clock: ManualClock;
let level: number;
/** Resolves when a profile is being recorded. */
let recording: PromiseWithResolvers<void>;
afterEach(async () => server[Symbol.asyncDispose]());

async function start(): Promise<void> {
  const manual = createManualClock();
  recording = Promise.withResolvers();
  clock = {
    ...manual,
    after: (ms, callback) => {
      recording.resolve();
      return manual.after(ms, callback);
    },
  };
  level = 0;
  const verbosity = { get: () => level, set: (v: number) => void (level = v) };
  server = await startTestServer({ config: { extensions: [profiling({ clock, verbosity })] } });
}

/** Requests a profile, and lets its time pass once the recording has begun. */
async function record(path: string, work: () => void = () => undefined): Promise<Response> {
  const response = server.fetch(path);
  await recording.promise;
  work();
  clock.advance(60_000);
  return response;
}

/** The string table of a profile. */
async function textsOf(response: Response): Promise<readonly string[]> {
  const reader = new WireReader(gunzipSync(Buffer.from(await response.arrayBuffer())));
  const texts: string[] = [];
  while (!reader.done) {
    const tag = reader.tag();
    if (tag >>> 3 === 6) texts.push(reader.string());
    else reader.skip(tag & 7);
  }
  return texts;
}

function burnTime(): number {
  let sum = 0;
  for (let i = 0; i < 3e8; i++) sum = (sum + i) % 1_000_003;
  return sum;
}

const kept: object[] = [];
function keepObjects(): void {
  for (let i = 0; i < 100_000; i++) kept.push({ i, text: `${i}` });
}

describe("profiles", () => {
  test("of CPU time name the functions that ran", async () => {
    await start();
    const response = await record("/debug/pprof/profile?seconds=1", burnTime);
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    const texts = await textsOf(response);
    expect(texts[0]).toBe("");
    expect(texts).toEqual(expect.arrayContaining(["samples", "count", "cpu", "nanoseconds", "burnTime"]));
  });

  test.each(["heap", "allocs"])("%s: name the functions that allocated", async (name) => {
    await start();
    const texts = await textsOf(await record(`/debug/pprof/${name}?seconds=1`, keepObjects));
    const kind = name === "heap" ? "inuse" : "alloc";
    expect(texts).toEqual(expect.arrayContaining([`${kind}_objects`, `${kind}_space`, "bytes", "keepObjects"]));
  });

  test.each([
    ["profile", "profile.cpuprofile", burnTime, "nodes"],
    ["heap", "heap.heapprofile", keepObjects, "head"],
  ])("%s: are for browsers if the format is", async (name, file, work, member) => {
    await start();
    const response = await record(`/debug/pprof/${name}?seconds=1&format=devtools`, work);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${file}"`);
    const text = await response.text();
    expect([text.includes(work.name), member in JSON.parse(text)]).toEqual([true, true]);
  });

  test("of an unknown format are refused", async () => {
    await start();
    const response = await server.fetch("/debug/pprof/profile?format=x");
    expect([response.status, await response.text()]).toEqual([400, "format must be pprof or devtools\n"]);
  });

  test("are recorded one at a time", async () => {
    await start();
    const first = server.fetch("/debug/pprof/heap?seconds=1");
    await recording.promise;
    const second = await server.fetch("/debug/pprof/profile?seconds=1");
    expect([second.status, await second.text()]).toEqual([
      500,
      "Could not enable CPU profiling: heap profiling already in use\n",
    ]);
    clock.advance(60_000);
    expect((await first).status).toBe(200);
    recording = Promise.withResolvers();
    expect((await record("/debug/pprof/profile?seconds=1")).status).toBe(200);
  });

  const notPositive = 'invalid value for "seconds" - must be a positive integer\n';
  const incompatible = "seconds and debug params are incompatible\n";
  test.each([
    ["heap?seconds=x", notPositive],
    ["heap?seconds=0", notPositive],
    ["allocs?seconds=-1", notPositive],
    ["heap?seconds=1.5", notPositive],
    ["heap?seconds=x&debug=1", notPositive],
    ["heap?seconds=1&debug=1", incompatible],
    ["allocs?seconds=1&debug=2", incompatible],
    ["heap?seconds=601", "seconds must be at most 600\n"],
    ["profile?seconds=601", "seconds must be at most 600\n"],
  ])("%s is refused", async (path, message) => {
    await start();
    const response = await server.fetch(`/debug/pprof/${path}`);
    expect([response.status, response.headers.get("x-go-pprof"), await response.text()]).toEqual([400, "1", message]);
  });

  test.each([
    ["profile?seconds=x", "profile"],
    ["profile?seconds=-1", "profile"],
    ["profile?seconds=1&debug=1", "profile"],
    ["heap", "heap"],
    ["heap?debug=x", "heap"],
    ["heap?seconds=1", "heap-delta"],
    ["allocs?seconds=1&debug=0", "allocs-delta"],
  ])("%s is a file with the name %s", async (path, file) => {
    await start();
    const response = await record(`/debug/pprof/${path}`);
    expect([response.status, response.headers.get("content-disposition")]).toEqual([
      200,
      `attachment; filename="${file}"`,
    ]);
  });

  test.each(["heap?debug=1", "heap?debug=2", "allocs?debug=1"])("%s is text", async (path) => {
    await start();
    const response = await record(`/debug/pprof/${path}`, keepObjects);
    expect([response.headers.get("content-type"), response.headers.get("x-content-type-options")]).toEqual([
      "text/plain; charset=utf-8",
      "nosniff",
    ]);
    const text = await response.text();
    expect(text).toMatch(/^heap profile: \d+: \d+ \[\d+: \d+\] @ heap\/65536\n\d+: \d+ \[\d+: \d+\] @\n#\t/);
    expect(text).toMatch(/\n#\tkeepObjects\t\S+profiling\.test\.ts:\d+\n/);
  });

  test("are for clients that may get their paths", async () => {
    await start();
    const response = await server.as({ name: "alice" }).fetch("/debug/pprof/profile?seconds=1");
    expect(response.status).toBe(403);
  });

  test.each<{ readonly path: string; readonly method?: string; readonly want: readonly unknown[] }>([
    { path: "", want: [302, "text/html; charset=utf-8", null, '<a href="/debug/pprof/">Found</a>.\n\n'] },
    { path: "", method: "HEAD", want: [302, "text/html; charset=utf-8", null, ""] },
    { path: "", method: "POST", want: [302, null, null, ""] },
    { path: "/", want: [200, "text/html; charset=utf-8", "nosniff", expect.stringContaining('href="profile"')] },
    { path: "/symbol", want: [200, "text/plain; charset=utf-8", "nosniff", "num_symbols: 1\n"] },
    { path: "/symbol", method: "POST", want: [200, "text/plain; charset=utf-8", "nosniff", "num_symbols: 1\n"] },
    { path: "/cmdline", want: [404, "text/plain; charset=utf-8", "nosniff", "Unknown profile\n"] },
    { path: "/heap/", want: [404, "text/plain; charset=utf-8", "nosniff", "Unknown profile\n"] },
    { path: "/nothing", want: [404, "text/plain; charset=utf-8", "nosniff", "Unknown profile\n"] },
  ])("$method /debug/pprof$path: $want", async ({ path, method = "GET", want }) => {
    await start();
    const response = await server.fetch(`/debug/pprof${path}`, { method, redirect: "manual" });
    const header = (name: string): string | null => response.headers.get(name);
    const { status } = response;
    expect([status, header("content-type"), header("x-content-type-options"), await response.text()]).toEqual(want);
    expect(header("x-go-pprof")).toBe(status === 404 ? "1" : null);
    expect(header("location")).toBe(status === 302 ? "/debug/pprof/" : null);
  });
});

describe("/debug/flags/v", () => {
  const put = (body: string): Promise<Response> => server.fetch("/debug/flags/v", { method: "PUT", body });

  test("sets the log level", async () => {
    await start();
    const response = await put("5");
    expect([response.status, await response.text()]).toEqual([200, "successfully set klog.logging.verbosity to 5\n"]);
    expect(level).toBe(5);
  });

  test.each([
    ["abc", 'strconv.ParseUint: parsing "abc": invalid syntax\n'],
    ["é", 'strconv.ParseUint: parsing "é": invalid syntax\n'],
    ["-1", 'strconv.ParseUint: parsing "-1": invalid syntax\n'],
    ["99999999999", 'strconv.ParseUint: parsing "99999999999": value out of range\n'],
    [
      "2147483648",
      'failed set klog.logging.verbosity 2147483648: strconv.ParseInt: parsing "2147483648": value out of range\n',
    ],
  ])("refuses %s", async (body, message) => {
    await start();
    const response = await put(body);
    expect([response.status, await response.text()]).toEqual([400, message]);
    expect(level).toBe(0);
  });

  test("refuses other methods", async () => {
    await start();
    const response = await server.fetch("/debug/flags/v");
    expect([response.status, await response.text()]).toEqual([406, "unsupported http method\n"]);
    expect(level).toBe(0);
  });

  test.each(["/debug/flags", "/debug/flags/", "/debug/flags/v/", "/debug/flags/other"])(
    "%s has the page of flags",
    async (path) => {
      await start();
      const response = await server.fetch(path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(await response.text()).toContain("<tr>v<br>");
    },
  );
});
