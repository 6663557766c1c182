import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HttpResponse } from "../http.ts";
import { answersOf, chunked, echo, exchange, get, later, ok, post, sized } from "../testing/http1-messages.ts";
import { maxHeaderBytes, openWire, settle } from "../testing/http1-wire.ts";

describe("requests", () => {
  test("are answered in order, with a correct head", async () => {
    const { received } = await exchange(() => ok("yes", ["X-A", "b"]), get("/"));
    expect(received).toBe("HTTP/1.1 200 OK\r\nX-A: b\r\nDate: now\r\nContent-Length: 3\r\n\r\nyes");
  });

  test.each([
    ["one after the other", get("/a") + get("/b"), ["200 <GET /a>", "200 <GET /b>"], "open"],
    ["with a body", sized("/body", "hello") + get("/b"), ["200 <POST /body hello>", "200 <GET /b>"], "open"],
    [
      "with a body in chunks",
      post("/body", "2\r\nhe\r\n3;x\r\nllo\r\n0\r\nA: b\r\n\r\n", chunked) + get("/b"),
      ["200 <POST /body hello>", "200 <GET /b>"],
      "open",
    ],
    ["with an empty body", sized("/body", "") + get("/b"), ["200 <POST /body >", "200 <GET /b>"], "open"],
    ["with a body without a reader", sized("/x", "hello") + get("/b"), ["200 <POST /x>", "200 <GET /b>"], "open"],
    [
      "with chunks without a reader",
      post("/x", "5\r\nhello\r\n0\r\n\r\n", chunked) + get("/b"),
      ["200 <POST /x>", "200 <GET /b>"],
      "open",
    ],
    ["with an empty line before", `\r\n${get("/a")}\r\n${get("/b")}`, ["200 <GET /a>", "200 <GET /b>"], "open"],
    ["with two empty lines before", `\r\n\r\n${get("/a")}`, ["400 400 Bad Request"], "ended"],
    ["for a whole address", get("https://other/a?b"), ["200 <GET /a?b>"], "open"],
    ["the last by its own words", get("/a", "Connection: close") + get("/b"), ["200 <GET /a>"], "ended"],
    ["for another protocol", get("/a", "Upgrade: h2c") + get("/b"), ["200 <GET /a>"], "ended"],
    ["for a tunnel", `CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n${get("/b")}`, ["200 <CONNECT h:1>"], "ended"],
    ["of HTTP/1.0", `GET /a HTTP/1.0\r\n\r\n${get("/b")}`, ["200 <GET /a>"], "ended"],
    [
      "of HTTP/1.0 that keeps on",
      `GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${get("/b")}`,
      ["200 <GET /a>", "200 <GET /b>"],
      "open",
    ],
    ["and then none", `${get("/a")}nonsense\r\n\r\n${get("/b")}`, ["200 <GET /a>", "400 400 Bad Request"], "ended"],
    ["and then other line ends", `${get("/a")}GET / HTTP/1.1\n`, ["200 <GET /a>", "400 400 Bad Request"], "ended"],
    ["with chunks that are none", post("/body", "x\r\n", chunked) + get("/b"), ["400 400 Bad Request"], "ended"],
    [
      "with a head that is too large",
      get("/", `X: ${"y".repeat(maxHeaderBytes)}`),
      ["431 431 Request Header Fields Too Large"],
      "ended",
    ],
    [
      "with a head without an end",
      `GET /${"y".repeat(maxHeaderBytes)}`,
      ["431 431 Request Header Fields Too Large"],
      "ended",
    ],
    [
      "with a body that is too large",
      sized("/body", "x".repeat(100_001)) + get("/b"),
      ["413 BodyTooLargeError", "200 <GET /b>"],
      "open",
    ],
    [
      "with chunks that are too large",
      post("/body", `186a1\r\n${"x".repeat(100_001)}\r\n0\r\n\r\n`, chunked) + get("/b"),
      ["413 BodyTooLargeError", "200 <GET /b>"],
      "open",
    ],
    [
      "with a length past all bounds",
      post("/body", "", "Content-Length: 99999999999"),
      ["413 BodyTooLargeError"],
      "open",
    ],
  ] as const)("%s", async (_, text, want, state) => {
    const found = await exchange(echo, text);
    expect([found.answers, found.state]).toEqual([want, state]);
  });

  test("mean the same however their bytes are cut", async () => {
    const request = fc.constantFrom(
      get("/a"),
      sized("/body", "hello\r\n\r\n"),
      sized("/x", "hello"),
      post("/body", "2\r\nhe\r\n3;x\r\nllo\r\n0\r\nA: b\r\n\r\n", chunked),
      post("/x", "5\r\nhello\r\n0\r\n\r\n", chunked),
      `\r\n${get("/b")}`,
      sized("/body", "hello", "Expect: 100-continue"),
      get("/last", "Connection: close"),
      "nonsense\r\n\r\n",
      post("/body", "5\r\nhello\n", chunked),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        async (requests, cuts) => {
          const text = requests.join("");
          const whole = await exchange(echo, text);
          const wire = openWire(echo);
          let from = 0;
          for (const to of [...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]) {
            if (to > from) wire.send(text.slice(from, to));
            from = to;
            await settle();
          }
          // A client that sends its body without waiting is told to go on, or not.
          const answers = answersOf(wire.received()).filter((answer) => answer !== "100");
          expect([answers, wire.state]).toEqual([whole.answers.filter((answer) => answer !== "100"), whole.state]);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("wait for the one before, and only a bounded part of them is read until then", async () => {
    const first = later();
    const wire = openWire((request) => (request.target === "/a" ? first.answer : ok(request.target)));
    wire.send(get("/a") + get("/b"));
    expect(await wire.hear()).toBe("");
    expect(wire.isPaused).toBe(false);
    wire.send(get("/c", `X: ${"y".repeat(maxHeaderBytes - 40)}`));
    await settle();
    expect(wire.isPaused).toBe(true);
    first.give("/a");
    expect(answersOf(await wire.hear())).toEqual(["200 /a", "200 /b", "200 /c"]);
    expect(wire.isPaused).toBe(false);
  });

  test("of a client that does not read its responses are not read on", async () => {
    let requested = 0;
    const wire = openWire(() => {
      requested++;
      return ok("x".repeat(8_000));
    });
    wire.reads.stop();
    wire.send(get("/").repeat(50));
    await settle();
    expect(requested).toBeLessThan(12);
    wire.reads.go();
    for (let i = 0; i < 20; i++) await settle();
    expect(answersOf(wire.received())).toHaveLength(50);
  });
});

describe("responses", () => {
  const large = Buffer.alloc(300_000, "x");
  test.each<[what: string, text: string, answer: HttpResponse, want: string]>([
    [
      "to HEAD",
      "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n",
      ok("yes"),
      "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 3\r\n\r\n",
    ],
    [
      "204",
      get("/"),
      { status: 204, headers: [], body: Buffer.alloc(0) },
      "HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n",
    ],
    [
      "304",
      get("/"),
      { status: 304, headers: ["Etag", "x"], body: Buffer.alloc(0) },
      "HTTP/1.1 304 Not Modified\r\nEtag: x\r\nDate: now\r\n\r\n",
    ],
    [
      "to HTTP/1.0",
      "GET / HTTP/1.0\r\n\r\n",
      ok("yes"),
      "HTTP/1.0 200 OK\r\nDate: now\r\nContent-Length: 3\r\n\r\nyes",
    ],
    [
      "to HTTP/1.0, kept",
      "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
      ok("yes"),
      "HTTP/1.0 200 OK\r\nDate: now\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\nyes",
    ],
    [
      "the last",
      get("/", "Connection: close"),
      ok("yes"),
      "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 3\r\nConnection: close\r\n\r\nyes",
    ],
    [
      "the last, as the core says",
      get("/"),
      ok("yes", ["connection", "Close"]),
      "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 3\r\nConnection: close\r\n\r\nyes",
    ],
    [
      "in parts",
      get("/"),
      { status: 200, headers: [], body: [Buffer.from("a"), Buffer.from("b")] },
      "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 2\r\n\r\nab",
    ],
    [
      "of middling size",
      get("/"),
      ok("x".repeat(20_000)),
      `HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 20000\r\n\r\n${"x".repeat(20_000)}`,
    ],
    [
      "that are large",
      get("/"),
      { status: 200, headers: [], body: large },
      `HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 300000\r\n\r\n${"x".repeat(300_000)}`,
    ],
    [
      "with what no header can say",
      get("/"),
      ok("", ["X", "a\r\nY: b\u010ac\xe9"]),
      "HTTP/1.1 200 OK\r\nX: a??Y: b?c\xe9\r\nDate: now\r\nContent-Length: 0\r\n\r\n",
    ],
  ])("%s", async (_, text, answer, want) => {
    expect((await exchange(() => answer, text)).received).toBe(want);
  });

  test("to clients that have disconnected are dropped", async () => {
    const answer = later();
    const wire = openWire(() => answer.answer);
    wire.send(get("/"));
    await settle();
    wire.breakOff();
    answer.give("late");
    expect(await wire.hear()).toBe("");
  });

  test("to clients that have closed their side are sent", async () => {
    const answers = [later(), later()];
    let requested = 0;
    const wire = openWire(() => answers[requested++]?.answer ?? ok(""));
    wire.send(get("/a") + get("/b"));
    wire.end();
    await settle();
    answers[0]?.give("a");
    answers[1]?.give("b");
    expect(answersOf(await wire.hear())).toEqual(["200 a", "200 b"]);
    expect(wire.state).toBe("closed");
  });
});
