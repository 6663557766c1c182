import { describe, expect, test } from "vitest";
import { ClientGoneError, type HttpRequest, type ResponseWriter } from "../http.ts";
import { answersOf, echo, exchange, get, later, ok, post } from "../testing/http1-messages.ts";
import { headersTimeoutMs, idleTimeoutMs, lookMs, openWire, settle } from "../testing/http1-wire.ts";

describe("a body", () => {
  test("is requested with 100 Continue when the client waits, and the handler reads it", async () => {
    const wire = openWire(echo);
    wire.send(post("/body", "", "Content-Length: 5", "Expect: 100-continue"));
    expect(await wire.hear()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    wire.send("hello");
    expect(answersOf(await wire.hear())).toEqual(["200 <POST /body hello>"]);
    wire.send(post("/x", "", "Content-Length: 5", "Expect: 100-continue"));
    expect(await wire.hear()).toContain("\r\nConnection: close\r\n\r\n<POST /x>");
    expect(wire.state).toBe("ended");
  });

  test("is not requested when there is none", async () => {
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

  test("that breaks off is reported", async () => {
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

  test("that is malformed behind its response ends the connection without another response", async () => {
    const wire = openWire(() => ok("done"));
    wire.send(post("/", "2\r\n", "Transfer-Encoding: chunked"));
    expect(answersOf(await wire.hear())).toEqual(["200 done"]);
    wire.send("{}0\r\n\r\n");
    expect(await wire.hear()).toBe("");
    expect(wire.state).toBe("ended");
  });

  test("that is malformed while its response is streamed ends the connection after the response", async () => {
    let writer: ResponseWriter | undefined;
    const start = (given: ResponseWriter): void => {
      writer = given;
      writer.write(Buffer.from("part"));
    };
    const wire = openWire((request) => {
      request.readBody(10).catch(() => undefined);
      return { status: 200, headers: [], body: { start } };
    });
    wire.send(post("/", "2\r\n", "Transfer-Encoding: chunked"));
    expect(await wire.hear()).toMatch(/\r\n4\r\npart\r\n$/);
    wire.send("{}0\r\n\r\n");
    expect([await wire.hear(), wire.state]).toEqual(["", "open"]);
    writer?.end();
    expect([await wire.hear(), wire.state]).toEqual(["0\r\n\r\n", "ended"]);
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

  test("without a reader ends its connection when it is too large", async () => {
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

  test("is short for a client that sends nothing", async () => {
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

describe("a client that disconnects", () => {
  test.each(["before", "after"] as const)("is reported by a signal that was requested %s", async (when) => {
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

  test("is reported when it sends no more, and a response is sent all the same", async () => {
    const answer = later();
    let request: HttpRequest | undefined;
    const wire = openWire((r) => {
      request = r;
      return answer.answer;
    });
    wire.send(get("/"));
    await settle();
    wire.end();
    await settle();
    expect(request?.signal.aborted).toBe(true);
    answer.give("at last");
    expect(answersOf(await wire.hear())).toEqual(["200 at last"]);
  });

  test("is reported as soon as its body is read, where it left before", async () => {
    let request: HttpRequest | undefined;
    const wire = openWire((r) => {
      request = r;
      return later().answer;
    });
    wire.send(post("/", "hello", "Content-Length: 5"));
    await settle();
    wire.end();
    await settle();
    expect(request?.signal.aborted).toBe(false);
    expect((await request?.readBody(10))?.toString()).toBe("hello");
    expect(request?.signal.aborted).toBe(true);
  });

  test("is not reported for requests before", async () => {
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
  test("ends idle connections, and busy ones after their response", async () => {
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
