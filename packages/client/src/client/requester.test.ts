import { createManualClock, type Log, silentLog } from "@svc/base";
import { describe, expect, test } from "vitest";
import { jsonResponse, refusal, type ScriptedResponse, scriptedTransport } from "../testing/scripted-transport.ts";
import { turns, until } from "../testing/until.ts";
import { type ClientOptions, createClient } from "./client.ts";

function client(responses: readonly ScriptedResponse[], options: Partial<ClientOptions> = {}) {
  const transport = scriptedTransport(responses);
  const clock = createManualClock();
  const { requester } = createClient({ clock, ...options, transport } as ClientOptions);
  return { requester, clock, requested: transport.requested };
}
const busy = (seconds: string, status = 429) =>
  jsonResponse(
    { kind: "Status", code: status, reason: "TooManyRequests", message: "busy" },
    { status, headers: { "retry-after": seconds } },
  );
const get = { method: "GET", path: "/x" };

describe("a server that responds with Retry-After", () => {
  test.each([429, 500, 503, 504])("with %i is retried after the given time", async (status) => {
    const { requester, clock, requested } = client([busy("3", status), busy("1", status), jsonResponse({ a: 1 })]);
    const result = requester.json({ ...get, method: "POST", body: {} });
    await turns();
    clock.advance(2999);
    await turns();
    expect(requested).toHaveLength(1);
    clock.advance(1);
    await turns();
    expect(requested).toHaveLength(2);
    clock.advance(1000);
    expect(await result).toEqual({ a: 1 });
  });

  test.each([
    ["does not say when", [refusal(429, "TooManyRequests")]],
    ["has a malformed delay", [busy("soon")]],
    ["with a negative delay", [busy("-1")]],
    ["with a response that is final", [busy("1", 409)]],
  ])("but %s is not", async (_what, responses) => {
    const { requester, requested } = client(responses);
    await expect(requester.json(get)).rejects.toThrow();
    expect(requested).toHaveLength(1);
  });

  test("is retried a bounded number of times, with delays of at most a minute", async () => {
    const { requester, clock, requested } = client([busy("0"), busy("86400"), busy("1")], {
      maxRetries: 2,
      timeoutMs: 1e9,
    });
    const result = requester.json(get).catch((e: unknown) => String(e));
    await until(() => requested.length === 2, clock, 1);
    clock.advance(60_000);
    await until(() => requested.length === 3);
    expect(await result).toContain("busy");
  });

  test("is not waited for when the signal ends first", async () => {
    const stop = new AbortController();
    const { requester, requested } = client([busy("10")]);
    const result = requester.json({ ...get, signal: stop.signal });
    await until(() => requested.length === 1);
    await turns();
    const reason = new Error("enough");
    stop.abort(reason);
    await expect(result).rejects.toBe(reason);
  });
});

describe("a response", () => {
  test("that times out is an error with the reason", async () => {
    const { requester, clock, requested } = client([], { timeoutMs: 5000 });
    const result = requester.text(get).catch((e: unknown) => String(e));
    await until(() => requested.length === 1);
    clock.advance(5000);
    expect(await result).toBe("Error: GET /x: no response within 5000 ms");
  });

  test("larger than the bound is refused", async () => {
    const { requester } = client([jsonResponse("x".repeat(101))], { maxBodyBytes: 100 });
    await expect(requester.text(get)).rejects.toThrow("the server's response is larger than 100 bytes");
  });

  test("with invalid JSON is an error with the position", async () => {
    const { requester } = client([jsonResponse("<html>")]);
    await expect(requester.json(get)).rejects.toThrow("GET /x: the response is not JSON");
  });

  test.each([
    ["<html>bad gateway</html>", "<html>bad gateway</html>"],
    ["", "GET /x: the server answered 502"],
    ['{"kind":"Pod"}', '{"kind":"Pod"}'],
    ["y".repeat(5000), "y".repeat(2048)],
  ])("of an intermediary, %j, is an error with its text", async (body, message) => {
    const { requester } = client([jsonResponse(body, { status: 502 })]);
    await expect(requester.json(get)).rejects.toMatchObject({ code: 502, message });
  });
});

describe("warnings", () => {
  const header = '299 - "first, \\"quoted\\"", 299 svc "second \\\\" , 110 x "third"';
  const warned = () => jsonResponse({}, { headers: { warning: header } });

  test("are passed to the handler, for every response", async () => {
    const texts: string[] = [];
    const { requester } = client([warned(), jsonResponse({}, { status: 404, headers: { warning: '299 - "gone"' } })], {
      onWarning: (text) => texts.push(text),
    });
    await requester.json(get);
    await expect(requester.json(get)).rejects.toThrow();
    expect(texts).toEqual(['first, "quoted"', "second \\", "third", "gone"]);
  });

  test("are logged without a handler", async () => {
    const logged: unknown[] = [];
    const log: Log = { ...silentLog, warn: (message, fields) => logged.push([message, fields?.["text"]]) };
    await client([jsonResponse({}, { headers: { warning: '299 - "old"' } })], { log }).requester.json(get);
    expect(logged).toEqual([["the server warns", "old"]]);
  });

  test.each(["", "nonsense", '299 - "open', `${'299 - "x",'.repeat(500)}`])(
    "that are %j do no harm",
    async (warning) => {
      const texts: string[] = [];
      await client([jsonResponse({}, { headers: { warning } })], { onWarning: (t) => texts.push(t) }).requester.json(
        get,
      );
      expect(texts.length).toBeLessThanOrEqual(100);
    },
  );
});
