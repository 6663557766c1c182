import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HttpResponse } from "../http.ts";
import { echo, later, ok } from "../testing/http1-messages.ts";
import { headersTimeoutMs, idleTimeoutMs, lookMs, settle } from "../testing/http1-wire.ts";
import {
  block,
  endHeaders,
  endStream,
  frame,
  frames,
  hasPriority,
  numbers,
  padded,
  preface,
  requestLines,
} from "../testing/http2-frames.ts";
import { maxStreams, openWire, writeTimeoutMs } from "../testing/http2-wire.ts";

const { get, post } = frames;
const two = "HEADERS 1 :status=200 content-length=";

describe("requests", () => {
  const body = block(requestLines("POST", "/body"));
  test.each<[string, readonly Buffer[], readonly string[]]>([
    ["without a body", [get(1)], [`${two}7`, "DATA 1 <GET /> END"]],
    [
      "several",
      [get(1, "/a"), get(3, "/b")],
      [`${two}8`, "HEADERS 3 :status=200 content-length=8", "DATA 1 <GET /a> END", "DATA 3 <GET /b> END"],
    ],
    [
      "with a body",
      [post(1, "/body"), frames.data(1, "hello", endStream)],
      [`${two}18`, "DATA 1 <POST /body hello> END"],
    ],
    [
      "with a body in pieces, one of them empty",
      [
        post(1, "/body"),
        frames.data(1, "he"),
        frames.data(1, ""),
        frames.data(1, "llo"),
        frames.data(1, "", endStream),
      ],
      [`${two}18`, "DATA 1 <POST /body hello> END"],
    ],
    [
      "with padding",
      [
        frame(1, endHeaders | padded, 1, Buffer.concat([Buffer.from([3]), body, Buffer.alloc(3)])),
        frame(0, endStream | padded, 1, Buffer.from("\x02hello\0\0", "latin1")),
      ],
      [`${two}18`, "DATA 1 <POST /body hello> END"],
    ],
    [
      "with a priority, in three frames",
      [
        frame(1, hasPriority, 1, Buffer.concat([numbers(0), Buffer.from([15]), body.subarray(0, 10)])),
        frame(9, 0, 1, body.subarray(10, 20)),
        frame(9, endHeaders, 1, body.subarray(20)),
        frame(2, 0, 1, Buffer.concat([numbers(0), Buffer.from([1])])),
        frames.data(1, "hello", endStream),
      ],
      [`${two}18`, "DATA 1 <POST /body hello> END"],
    ],
    [
      "with trailers",
      [post(1, "/body"), frames.data(1, "hello"), frames.headers(1, [["x", "y"]], endHeaders | endStream)],
      [`${two}18`, "DATA 1 <POST /body hello> END"],
    ],
    [
      "that wait to be told to go on",
      [post(1, "/body", ["expect", "100-continue"], ["content-length", "5"])],
      ["HEADERS 1 :status=100"],
    ],
    [
      "that need not be told",
      [post(1, "/body", ["expect", "100-continue"], ["content-length", "100001"])],
      ["HEADERS 1 :status=413 content-length=17", "DATA 1 BodyTooLargeError END", "RESET 1 NO_ERROR"],
    ],
    [
      "whose body is not read",
      [post(1, "/x"), frames.data(1, "hello")],
      [`${two}9`, "DATA 1 <POST /x> END", "RESET 1 NO_ERROR"],
    ],
    [
      "with a body that is too large",
      [post(1, "/body"), ...Array.from({ length: 7 }, () => frames.data(1, "x".repeat(16_000)))],
      ["HEADERS 1 :status=413 content-length=17", "DATA 1 BodyTooLargeError END", "RESET 1 NO_ERROR"],
    ],
    ["with unknown frames", [frame(99, 255, 1, Buffer.from("x")), get(1)], [`${two}7`, "DATA 1 <GET /> END"]],
    [
      "with more headers than any may have",
      [get(1, "/", ["x", "y".repeat(8_200)]), get(3)],
      ["HEADERS 1 :status=431 END", "HEADERS 3 :status=200 content-length=7", "DATA 3 <GET /> END"],
    ],
    [
      "after the client said that it goes",
      [frame(7, 0, 0, Buffer.alloc(8)), get(1)],
      [`${two}7`, "DATA 1 <GET /> END"],
    ],
    ["beside a ping", [frames.ping("abcdefgh")], ["PING 1 abcdefgh"]],
  ])("%s", async (_, sent, want) => {
    const wire = openWire(echo);
    wire.send(...sent);
    expect([await wire.hear(), wire.state]).toEqual([want, "open"]);
  });

  test("mean the same however their bytes are cut", async () => {
    const bytes = Buffer.concat([
      post(1, "/body"),
      frames.data(1, "he"),
      get(3, "/a"),
      frames.data(1, "llo", endStream),
      frames.begin(5),
      frame(9, endHeaders, 5, block([["x", "y"]])),
    ]);
    const whole = openWire(echo);
    whole.send(bytes);
    const want = [...(await whole.hear())].sort();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
        const wire = openWire(echo);
        let from = 0;
        for (const to of [...cuts.sort((a, b) => a - b), bytes.length]) {
          if (to > from) wire.send(bytes.subarray(from, to));
          from = to;
          await settle();
        }
        expect([...(await wire.hear())].sort()).toEqual(want);
      }),
      { numRuns: 50 },
    );
  });

  test("beyond the limit are refused, and running ones are completed", async () => {
    const answers = Array.from({ length: maxStreams }, later);
    let requested = 0;
    const wire = openWire(() => answers[requested++]?.answer ?? ok("more"));
    wire.send(...answers.map((_, i) => get(2 * i + 1)), get(2 * maxStreams + 1));
    expect(await wire.hear()).toEqual([`RESET ${2 * maxStreams + 1} REFUSED_STREAM`]);
    for (const answer of answers) answer.give("late");
    expect(await wire.hear()).toHaveLength(2 * maxStreams);
  });
});

describe("responses", () => {
  const empty = Buffer.alloc(0);
  test.each<[string, string, HttpResponse, readonly string[]]>([
    ["to HEAD", "HEAD", ok("yes"), ["HEADERS 1 :status=200 content-length=3 END"]],
    ["204", "GET", { status: 204, headers: [], body: empty }, ["HEADERS 1 :status=204 END"]],
    ["304", "GET", { status: 304, headers: ["ETag", "x"], body: empty }, ["HEADERS 1 :status=304 etag=x END"]],
    ["without a body", "GET", ok(""), ["HEADERS 1 :status=200 content-length=0 END"]],
    [
      "in parts, with what a connection says itself",
      "GET",
      {
        status: 200,
        headers: ["Connection", "close", "X", "a\r\nb"],
        body: [Buffer.from("a"), empty, Buffer.from("b")],
      },
      ["HEADERS 1 :status=200 x=a??b content-length=2", "DATA 1 ab END"],
    ],
    [
      "that stream, and end with nothing",
      "GET",
      {
        status: 200,
        headers: [],
        body: {
          start: (writer) => {
            writer.write(Buffer.from("a"));
            setImmediate(() => writer.end());
          },
        },
      },
      ["HEADERS 1 :status=200", "DATA 1 a", "DATA 1  END"],
    ],
    [
      "that break off",
      "GET",
      { status: 200, headers: [], body: { start: (writer) => setImmediate(() => writer.abort()) } },
      ["HEADERS 1 :status=200", "RESET 1 INTERNAL_ERROR"],
    ],
  ])("%s", async (_, method, answer, want) => {
    const wire = openWire(() => answer);
    wire.send(frames.headers(1, requestLines(method, "/"), endHeaders | endStream));
    expect(await wire.hear()).toEqual(want);
  });

  test.each([15_000, 16_384, 40_000, 120_000])("with a head of %d bytes", async (bytes) => {
    const headers = Array.from({ length: 20 }, (_, i) => [`x${i}`, "y".repeat(bytes / 20)]).flat();
    const wire = openWire(() => ok("yes", headers));
    wire.send(get(1));
    const received = (await wire.take()).filter(({ stream }) => stream === 1);
    const [data, ...heads] = [...received].reverse();
    expect(data?.payload.toString()).toBe("yes");
    expect(heads.map(({ type }) => type)).toEqual([...heads.slice(1).map(() => 9), 1]);
    expect(heads.map(({ flags }) => flags & endHeaders)).toEqual([endHeaders, ...heads.slice(1).map(() => 0)]);
    expect(heads.reduce((sum, { payload }) => sum + payload.length, 0)).toBeGreaterThan(bytes);
    expect(heads.every(({ payload }) => payload.length <= 16_384)).toBe(true);
  });
});

test("a request that is to be the last is answered, and later ones are refused", async () => {
  const wire = openWire((request) => ok(request.target), undefined, { isLastRequest: () => true });
  wire.send(get(1, "/a"));
  const received = await wire.hear();
  expect(received).toContain("DATA 1 /a END");
  expect([received.at(-1), wire.state]).toEqual(["GOAWAY 1 NO_ERROR", "ended"]);
});

describe("time", () => {
  test("without a request ends a connection, also one that never sends anything", async () => {
    const wire = openWire(echo);
    await wire.hear();
    wire.clock.advance(idleTimeoutMs + 3 * lookMs);
    expect([await wire.hear(), wire.state]).toEqual([["GOAWAY 0 NO_ERROR"], "ended"]);
    const silent = openWire(echo, []);
    silent.clock.advance(headersTimeoutMs + 3 * lookMs);
    expect([await silent.hear(), silent.state]).toEqual([["GOAWAY 0 NO_ERROR"], "ended"]);
    silent.clock.advance(5_000);
    await settle();
    expect(silent.state).toBe("closed");
  });

  test("for headers is not extended by further headers", async () => {
    const wire = openWire(echo);
    wire.send(frames.begin(1));
    await wire.hear();
    for (let ms = 0; ms <= headersTimeoutMs + 2 * lookMs; ms += lookMs) {
      wire.clock.advance(lookMs);
      wire.send(frames.continuation(1));
      await settle();
    }
    expect([await wire.hear(), wire.state]).toEqual([["GOAWAY 0 ENHANCE_YOUR_CALM"], "ended"]);
  });

  test("for headers is not extended by a request that ends", async () => {
    const answer = later();
    const wire = openWire(() => answer.answer);
    wire.send(get(1), frames.begin(3));
    await wire.hear();
    answer.give("yes");
    await wire.hear();
    wire.clock.advance(headersTimeoutMs + 3 * lookMs);
    expect([await wire.hear(), wire.state]).toEqual([["GOAWAY 1 ENHANCE_YOUR_CALM"], "ended"]);
  });

  test("in which a body stops coming ends its request, and no other", async () => {
    const wire = openWire(echo);
    const wait = (ms: number): void => {
      for (let passed = 0; passed < ms; passed += lookMs) wire.clock.advance(lookMs);
    };
    wire.send(post(1, "/body"), frames.data(1, "he"));
    await wire.hear();
    wait(headersTimeoutMs - lookMs);
    wire.send(frames.data(1, "l"));
    await settle();
    wait(headersTimeoutMs - lookMs);
    expect(await wire.hear()).toEqual([]);
    wait(4 * lookMs);
    expect(await wire.hear()).toEqual(["HEADERS 1 :status=408 END", "RESET 1 NO_ERROR"]);
    wire.send(frames.data(1, "lo", endStream), post(3, "/body"), frames.data(3, "x", endStream));
    expect(await wire.hear()).toEqual(["HEADERS 3 :status=200 content-length=14", "DATA 3 <POST /body x> END"]);
    expect(wire.state).toBe("open");
  });

  test("in which a body never begins ends its request only", async () => {
    const wire = openWire(echo);
    wire.send(post(1, "/body"));
    expect(await wire.hear()).toEqual([]);
    wire.clock.advance(headersTimeoutMs + 3 * lookMs);
    expect(await wire.hear()).toEqual(["HEADERS 1 :status=408 END", "RESET 1 NO_ERROR"]);
    wire.send(get(3));
    expect([await wire.hear(), wire.state]).toEqual([
      ["HEADERS 3 :status=200 content-length=7", "DATA 3 <GET /> END"],
      "open",
    ]);
  });

  test("in which a response is not read aborts it", async () => {
    const wire = openWire(() => ok("x".repeat(100_000)), [preface, frames.settings([4, 10])]);
    wire.send(get(1));
    expect(await wire.hear()).toEqual([`${two}100000`, "DATA 1 xxxxxxxxxx"]);
    wire.clock.advance(writeTimeoutMs + 3 * lookMs);
    expect(await wire.hear()).toEqual(["RESET 1 INTERNAL_ERROR"]);
  });
});
