import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { headersTimeoutMs, idleTimeoutMs, lookMs, maxHeaderBytes, openWire, settle } from "../../testing/http1-wire.ts";
import { type Answer, BodyTooLargeError, ClientGoneError, type Handler, type HttpRequest } from "../exchange.ts";

const ok = (text: string, headers: readonly string[] = []): Answer => ({
  status: 200,
  headers,
  body: Buffer.from(text),
});

const get = (path: string, ...lines: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, "Host: h", ...lines, "", ""].join("\r\n");
const post = (path: string, body: string, ...lines: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, "Host: h", ...lines, "", body].join("\r\n");
const sized = (path: string, body: string, ...lines: readonly string[]): string =>
  post(path, body, `Content-Length: ${body.length}`, ...lines);

/** Says what was asked; of what is sent to /body also the body. */
const echo: Handler = (request) => {
  const { method, target } = request;
  if (!target.startsWith("/body")) return ok(`<${method} ${target}>`);
  return request.readBody(100_000).then(
    (body) => ok(`<${method} ${target} ${body.toString("latin1")}>`),
    (error: Error) => ({
      status: error instanceof BodyTooLargeError ? 413 : 500,
      headers: [],
      body: Buffer.from(error.name),
    }),
  );
};

/** Status and body of each answer. */
function answersOf(heard: string): readonly string[] {
  const answers: string[] = [];
  let rest = heard;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n") + 4;
    const head = rest.slice(0, end);
    const length = Number(
      /^content-length: (\d+)\r$/im.exec(head)?.[1] ?? (head.includes(" 100 ") ? 0 : rest.length - end),
    );
    answers.push(`${head.split(" ")[1]} ${rest.slice(end, end + length)}`.trim());
    rest = rest.slice(end + length);
  }
  return answers;
}

async function exchange(handler: Handler, text: string) {
  const wire = openWire(handler);
  wire.send(text);
  await settle();
  return { answers: answersOf(wire.heard()), state: wire.state, heard: wire.heard() };
}

/** An answer that comes when it is told to. */
function later() {
  let give: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => (give = resolve));
  return { answer, give: (text: string) => give(ok(text)) };
}

const chunked = "Transfer-Encoding: chunked";

describe("requests", () => {
  test("are answered as they come, with a head as it should be", async () => {
    const { heard } = await exchange(() => ok("yes", ["X-A", "b"]), get("/"));
    expect(heard).toBe("HTTP/1.1 200 OK\r\nX-A: b\r\nDate: now\r\nContent-Length: 3\r\n\r\nyes");
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
    ["with a body that nobody reads", sized("/x", "hello") + get("/b"), ["200 <POST /x>", "200 <GET /b>"], "open"],
    [
      "with chunks that nobody reads",
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
          const answers = answersOf(wire.heard()).filter((answer) => answer !== "100");
          expect([answers, wire.state]).toEqual([whole.answers.filter((answer) => answer !== "100"), whole.state]);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("wait for the one before, and meanwhile only so much of them is taken", async () => {
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

  test("of a client that does not take its answers are not read on", async () => {
    let asked = 0;
    const wire = openWire(() => {
      asked++;
      return ok("x".repeat(8_000));
    });
    wire.reads.stop();
    wire.send(get("/").repeat(50));
    await settle();
    expect(asked).toBeLessThan(12);
    wire.reads.go();
    for (let i = 0; i < 20; i++) await settle();
    expect(answersOf(wire.heard())).toHaveLength(50);
  });
});

describe("answers", () => {
  const large = Buffer.alloc(300_000, "x");
  test.each<[what: string, text: string, answer: Answer, want: string]>([
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
    expect((await exchange(() => answer, text)).heard).toBe(want);
  });

  test("to clients that are gone are not given", async () => {
    const answer = later();
    const wire = openWire(() => answer.answer);
    wire.send(get("/"));
    await settle();
    wire.breakOff();
    answer.give("late");
    expect(await wire.hear()).toBe("");
  });

  test("to clients that have said all they have to say are given", async () => {
    const answers = [later(), later()];
    let asked = 0;
    const wire = openWire(() => answers[asked++]?.answer ?? ok(""));
    wire.send(get("/a") + get("/b"));
    wire.end();
    await settle();
    answers[0]?.give("a");
    answers[1]?.give("b");
    expect(answersOf(await wire.hear())).toEqual(["200 a", "200 b"]);
    expect(wire.state).toBe("closed");
  });
});

describe("a body", () => {
  test("is asked for when the client waits for that, and it is wanted", async () => {
    const wire = openWire(echo);
    wire.send(post("/body", "", "Content-Length: 5", "Expect: 100-continue"));
    expect(await wire.hear()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    wire.send("hello");
    expect(answersOf(await wire.hear())).toEqual(["200 <POST /body hello>"]);
    wire.send(post("/x", "", "Content-Length: 5", "Expect: 100-continue"));
    expect(await wire.hear()).toContain("\r\nConnection: close\r\n\r\n<POST /x>");
    expect(wire.state).toBe("ended");
  });

  test("is not asked for where there is none", async () => {
    const { answers } = await exchange(echo, post("/body", "", "Expect: 100-continue"));
    expect(answers).toEqual(["200 <POST /body >"]);
  });

  test("can be read late, and once", async () => {
    let request: HttpRequest | undefined;
    const answer = later();
    const wire = openWire((r) => {
      request = r;
      return answer.answer;
    });
    wire.send(post("/", "hel", "Content-Length: 5"));
    await settle();
    const body = request?.readBody(10);
    wire.send("lo");
    expect((await body)?.toString()).toBe("hello");
    await expect(request?.readBody(10)).rejects.toThrow(TypeError);
  });

  test("that breaks off tells so", async () => {
    for (const way of ["end", "breakOff"] as const) {
      let error: unknown;
      const wire = openWire((request) =>
        request.readBody(10).then(
          (b) => ok(b.toString()),
          (e: unknown) => {
            error = e;
            return ok("sorry");
          },
        ),
      );
      wire.send(post("/", "hel", "Content-Length: 5"));
      await settle();
      wire[way]();
      await settle();
      expect(error).toBeInstanceOf(ClientGoneError);
      expect(wire.state).toBe("closed");
    }
  });

  test("that is refused flows away for a while before the connection ends", async () => {
    const wire = openWire(echo);
    wire.send(post("/body", "x", "Content-Length: 1000000"));
    expect(await wire.hear()).toContain(
      "HTTP/1.1 413 Payload Too Large\r\nDate: now\r\nContent-Length: 17\r\nConnection: close\r\n",
    );
    wire.send("x".repeat(500_000));
    await settle();
    expect(wire.state).toBe("open");
    wire.send("x".repeat(499_999));
    await settle();
    expect(wire.state).toBe("ended");
  });

  test("that nobody reads ends its connection when it is too much", async () => {
    const wire = openWire(echo);
    wire.send(post("/body", "x", "Content-Length: 1000000000"));
    const mebibyte = "x".repeat(1024 * 1024);
    for (let sent = 1; sent <= 16; sent++) wire.send(mebibyte);
    await settle();
    expect(wire.state).toBe("ended");
    for (let sent = 1; sent <= 17; sent++) wire.send(mebibyte);
    await settle();
    expect(wire.state).toBe("closed");
  });

  test("that is refused and does not end is not waited for", async () => {
    const wire = openWire(echo);
    wire.send(post("/body", "x", "Content-Length: 1000000"));
    await settle();
    wire.clock.advance(5_000);
    await settle();
    expect(wire.state).toBe("ended");
    wire.clock.advance(5_000);
    await settle();
    expect(wire.state).toBe("closed");
  });
});

describe("time", () => {
  test("for a head is counted from its first byte, and that of a connection", async () => {
    const wire = openWire(echo);
    wire.send(get("/"));
    await settle();
    wire.clock.advance(idleTimeoutMs / 2);
    wire.send("GET ");
    await settle();
    for (let i = 0; i < 3; i++) {
      wire.clock.advance(headersTimeoutMs / 4);
      wire.send("x");
      await settle();
    }
    expect(wire.state).toBe("open");
    await wire.hear();
    wire.clock.advance(headersTimeoutMs / 4 + 2 * lookMs);
    expect(await wire.hear()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(wire.state).toBe("ended");
  });

  test("is short for who never says a word", async () => {
    const wire = openWire(echo);
    wire.clock.advance(headersTimeoutMs);
    await settle();
    expect(wire.state).toBe("open");
    wire.clock.advance(2 * lookMs);
    expect(await wire.hear()).toBe("");
    expect(wire.state).toBe("closed");
  });

  test("between requests is long", async () => {
    const wire = openWire(echo);
    wire.send(get("/"));
    await settle();
    wire.clock.advance(idleTimeoutMs);
    await settle();
    expect(wire.state).toBe("open");
    wire.clock.advance(2 * lookMs);
    await settle();
    expect(wire.state).toBe("closed");
  });

  test("without a byte of a body that is waited for ends", async () => {
    const wire = openWire(echo);
    wire.send(post("/body", "h", "Content-Length: 5"));
    await settle();
    wire.clock.advance(headersTimeoutMs);
    wire.send("e");
    await settle();
    wire.clock.advance(headersTimeoutMs);
    await settle();
    expect(wire.state).toBe("open");
    wire.clock.advance(2 * lookMs);
    expect(await wire.hear()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("to answer is as much as it takes", async () => {
    const answer = later();
    const wire = openWire(() => answer.answer);
    wire.send(get("/"));
    await settle();
    wire.clock.advance(10 * idleTimeoutMs);
    answer.give("at last");
    expect(answersOf(await wire.hear())).toEqual(["200 at last"]);
  });
});

describe("who is gone", () => {
  test.each(["before", "after"] as const)("is told by a signal that was asked for %s", async (when) => {
    let request: HttpRequest | undefined;
    const wire = openWire((r) => {
      request = r;
      return later().answer;
    });
    wire.send(get("/"));
    await settle();
    const before = when === "before" ? request?.signal.aborted : false;
    wire.breakOff();
    await settle();
    expect([before, request?.signal.aborted]).toEqual([false, true]);
  });

  test("was there for what was answered before", async () => {
    let request: HttpRequest | undefined;
    const wire = openWire((r) => {
      request = r;
      return ok("");
    });
    wire.send(get("/"));
    await settle();
    wire.breakOff();
    await settle();
    expect(request?.signal.aborted).toBe(false);
  });
});

describe("a server that shuts down", () => {
  test("ends connections that wait, and those that are being answered with the answer", async () => {
    const answer = later();
    const wire = openWire(() => answer.answer);
    const idle = openWire(echo);
    wire.send(get("/a") + get("/b"));
    idle.send(get("/"));
    await settle();
    wire.connection.shutDown();
    idle.connection.shutDown();
    await settle();
    expect([wire.state, idle.state]).toEqual(["open", "closed"]);
    answer.give("yes");
    expect(await wire.hear()).toMatch(/\r\nConnection: close\r\n\r\nyes$/);
    expect(wire.state).toBe("ended");
  });
});
