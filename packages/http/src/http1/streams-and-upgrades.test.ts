import { expect, test } from "vitest";
import { ClientGoneError, type Handler, type Tunnel } from "../http.ts";
import { exchange, get, later, ok, post } from "../testing/http1-messages.ts";
import { headersTimeoutMs, lookMs, openWire, settle } from "../testing/http1-wire.ts";
import { delayedAcceptance, recordingTunnel } from "../testing/tunnels.ts";

/** Streams the body back, piece by piece. */
const streamBack: Handler = (request) => ({
  status: 200,
  headers: [],
  body: {
    start: (writer) => {
      const pump = async (): Promise<void> => {
        for await (const piece of request.body) writer.write(piece);
        writer.end();
      };
      void pump().catch(() => writer.abort());
    },
  },
});

/** Says how the reading of a body ended. */
function outcomes(): { readonly handler: Handler; readonly observed: string[] } {
  const observed: string[] = [];
  const handler: Handler = async (request) => {
    try {
      for await (const piece of request.body) observed.push(piece.toString());
      observed.push("end");
    } catch (error) {
      observed.push((error as Error).name);
    }
    return ok("read");
  };
  return { handler, observed };
}

test("chunks of a body are passed to the handler before the rest has arrived", async () => {
  const wire = openWire(streamBack);
  wire.send(post("/", "one", "Content-Length: 6"));
  expect(await wire.hear()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n3\r\none\r\n$/);
  wire.send("two");
  expect(await wire.hear()).toBe("3\r\ntwo\r\n0\r\n\r\n");
  wire.send(get("/next"));
  expect(await wire.hear()).toMatch(/0\r\n\r\n$/);
});

test("a chunked body is streamed without its framing", async () => {
  const { handler, observed } = outcomes();
  const wire = openWire(handler);
  wire.send(post("/", "2\r\nab\r\n", "Transfer-Encoding: chunked"));
  await settle();
  wire.send("1\r\nc\r\n0\r\n\r\n");
  await settle();
  expect(observed).toEqual(["ab", "c", "end"]);
});

test("a client that expects 100 Continue receives it when the body is first read", async () => {
  const wire = openWire(streamBack);
  wire.send(post("/", "", "Content-Length: 2", "Expect: 100-continue"));
  expect(await wire.hear()).toMatch(/HTTP\/1\.1 100 Continue\r\n\r\n$/);
});

test("a reader that pauses makes the client wait", async () => {
  const wait = later();
  const wire = openWire(async (request) => {
    const reader = request.body[Symbol.asyncIterator]();
    await reader.next();
    await wait.answer;
    let rest = 0;
    for (let next = await reader.next(); next.done !== true; next = await reader.next()) rest += next.value.length;
    return ok(String(rest));
  });
  const piece = "x".repeat(10_000);
  wire.send(post("/", piece, "Content-Length: 300000"));
  for (let sent = 1; sent < 30; sent++) {
    wire.send(piece);
    await settle();
  }
  expect(wire.isPaused).toBe(true);
  wait.give("");
  for (let i = 0; i < 4; i++) await settle();
  expect(wire.received()).toMatch(/290000$/);
});

const broken = [
  { name: "a client that goes away", act: (wire: ReturnType<typeof openWire>) => wire.breakOff(), received: /^$/ },
  {
    name: "a body that stops coming",
    act: (wire: ReturnType<typeof openWire>) => wire.clock.advance(headersTimeoutMs + 3 * lookMs),
    received: /^HTTP\/1\.1 408 /,
  },
];
test.each(broken)("$name ends the stream of its body with an error", async ({ act, received }) => {
  const { handler, observed } = outcomes();
  const wire = openWire(handler);
  wire.send(post("/", "one", "Content-Length: 6"));
  await settle();
  act(wire);
  expect(await wire.hear()).toMatch(received);
  expect(observed).toEqual(["one", ClientGoneError.name]);
});

test("a body that stops coming under a response breaks the connection off", async () => {
  const wire = openWire(streamBack);
  wire.send(post("/", "one", "Content-Length: 6"));
  await wire.hear();
  wire.clock.advance(headersTimeoutMs + 3 * lookMs);
  expect(await wire.hear()).toBe("");
  expect(wire.state).toBe("closed");
});

test("the rest of a body whose reader stops early is discarded, and the connection is reused", async () => {
  const { answers } = await exchange(
    async (request) => {
      for await (const _piece of request.body) break;
      return ok(request.target);
    },
    post("/a", "0123456789", "Content-Length: 10") + get("/b"),
  );
  expect(answers).toEqual(["200 /a", "200 /b"]);
});

test("a body is read once", async () => {
  const { answers } = await exchange(
    async (request) => {
      const pieces: string[] = [];
      for await (const piece of request.body) pieces.push(piece.toString());
      return request.readBody(100).then(
        () => ok("twice"),
        (error: Error) => ok(error.name),
      );
    },
    post("/", "abc", "Content-Length: 3"),
  );
  expect(answers).toEqual(["200 TypeError"]);
});

const offer = ["Connection: keep-alive, Upgrade", "Upgrade: other/1, echo"] as const;
/** Echoes what comes through a tunnel in capitals. */
function capitals({ writer, body }: Tunnel): void {
  const pump = async (): Promise<void> => {
    for await (const piece of body) writer.write(Buffer.from(piece.toString().toUpperCase()));
    writer.end();
  };
  void pump().catch(() => writer.abort());
}
const upgrading: Handler = ({ upgrade }) =>
  upgrade?.accept({ protocol: "echo", headers: ["X-A", "b"], start: capitals }) ?? ok("no offer");

test("a connection is switched to a protocol that the client offers, in both directions", async () => {
  const wire = openWire(upgrading);
  wire.send(`${get("/", ...offer)}early `);
  expect(await wire.hear()).toBe(
    "HTTP/1.1 101 Switching Protocols\r\nX-A: b\r\nUpgrade: echo\r\nDate: now\r\nConnection: Upgrade\r\n\r\nEARLY ",
  );
  wire.send("get / http/1.1\r\n\r\n");
  expect(await wire.hear()).toBe("GET / HTTP/1.1\r\n\r\n");
  wire.clock.advance(10 * headersTimeoutMs);
  wire.send("late");
  expect(await wire.hear()).toBe("LATE");
  wire.end();
  await settle();
  expect(wire.state).toBe("closed");
});

const offers = [
  { name: "with both headers", lines: offer, body: "", want: 101 },
  { name: "without the option of the connection", lines: ["Upgrade: echo"], body: "", want: 200 },
  { name: "with a body", lines: [...offer, "Content-Length: 1"], body: "x", want: 200 },
  { name: "of no protocol", lines: ["Connection: Upgrade", "Upgrade: ,"], body: "", want: 200 },
];
test.each(offers)("an offer $name gets $want", async ({ lines, body, want }) => {
  const { received } = await exchange(upgrading, get("/", ...lines) + body);
  expect(received.split(" ")[1]).toBe(String(want));
});

test("a protocol that the client does not offer cannot be accepted", async () => {
  const observed: unknown[] = [];
  const { answers } = await exchange(
    ({ upgrade }) => {
      try {
        upgrade?.accept({ protocol: "websocket", start: capitals });
      } catch (error) {
        observed.push(error);
      }
      return ok("refused");
    },
    get("/", ...offer),
  );
  expect([answers, observed[0]]).toEqual([
    ["200 refused"],
    new TypeError("the client does not offer to switch to websocket"),
  ]);
});

test("a client that goes away ends both directions of a tunnel", async () => {
  const { handler, events } = recordingTunnel();
  const wire = openWire(handler);
  wire.send(`${get("/", ...offer)}a`);
  await settle();
  wire.breakOff();
  await settle();
  expect([...events].sort()).toEqual(["ClientGoneError", "a", "closed"]);
});

test("an acceptance whose client is gone is cancelled", async () => {
  const { handler, respond, calls } = delayedAcceptance();
  const wire = openWire(handler);
  wire.send(get("/", "Connection: Upgrade", "Upgrade: echo"));
  await settle();
  wire.breakOff();
  await settle();
  respond();
  await settle();
  expect(calls).toEqual(["cancel"]);
});
