import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  connectionError,
  createHttpClient,
  type ExchangeRequest,
  type HttpClient,
  type HttpClientOptions,
  readWhole,
} from "../index.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface RawServer {
  readonly origin: string;
  /** What each connection sent, in the order in which they were opened. */
  readonly received: readonly string[];
}

/**
 * A server that sends bytes of its own.
 * @param answer called with all that a connection sent so far
 */
async function serve(answer: (socket: Socket, text: string, connection: number) => void): Promise<RawServer> {
  const received: string[] = [];
  const server = createServer((socket) => {
    const connection = received.push("") - 1;
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      received[connection] += bytes.toString("latin1");
      answer(socket, received[connection] as string, connection);
    });
    closing.push(() => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

function newClient(options: HttpClientOptions = {}): HttpClient {
  const client = createHttpClient(options);
  closing.push(() => client.close());
  return client;
}

/** Sends a request. @returns what the receiver got, as one text */
function send(client: HttpClient, origin: string, request: Partial<ExchangeRequest> = {}): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    client.exchange(
      { method: "POST", origin, path: "/", headers: [], body: Buffer.from("x"), ...request },
      {
        head: (status) => {
          text += status;
        },
        data: (piece) => {
          text += ` ${piece.toString("latin1")}`;
          return true;
        },
        end: () => resolve(`${text} end`),
        fail: (error) => resolve(`${text} ${(error as Error).name}`.trim()),
      },
    );
  });
}

const lost = "ConnectionLostError";
const malformed = "MalformedResponseError";
const ok = (...lines: readonly string[]): string => ["HTTP/1.1 200 OK", ...lines, "", ""].join("\r\n");

describe("a response", () => {
  test.each([
    { name: "with a length", bytes: `${ok("Content-Length: 2")}hi`, want: "200 hi end" },
    { name: "without a reason", bytes: `HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nhi`, want: "200 hi end" },
    {
      name: "in chunks",
      bytes: `${ok("Transfer-Encoding: chunked")}2;a=b\r\nhi\r\n0\r\nX: y\r\n\r\n`,
      want: "200 hi end",
    },
    {
      name: "after interim ones",
      bytes: `HTTP/1.1 103 Early\r\nLink: a\r\n\r\n${ok("Content-Length: 0")}`,
      want: "200 end",
    },
    {
      name: "without content that names a length",
      bytes: "HTTP/1.1 304 X\r\nContent-Length: 9\r\n\r\n",
      want: "304 end",
    },
    { name: "with two lengths", bytes: `${ok("Content-Length: 2", "Content-Length: 2")}hi`, want: malformed },
    { name: "with a list of lengths", bytes: `${ok("Content-Length: 2, 2")}hi`, want: malformed },
    { name: "with a negative length", bytes: `${ok("Content-Length: -1")}`, want: malformed },
    {
      name: "with a length and chunks",
      bytes: `${ok("Content-Length: 2", "Transfer-Encoding: chunked")}0\r\n\r\n`,
      want: malformed,
    },
    {
      name: "with a carriage return before the encoding",
      bytes: `${ok("Transfer-Encoding: \rchunked")}0\r\n\r\n`,
      want: malformed,
    },
    { name: "with another encoding", bytes: ok("Transfer-Encoding: gzip, chunked"), want: malformed },
    {
      name: "with two encodings",
      bytes: ok("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
      want: malformed,
    },
    {
      name: "with chunks in HTTP/1.0",
      bytes: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      want: malformed,
    },
    { name: "with a folded line", bytes: ok("A: b", " c", "Content-Length: 0"), want: malformed },
    { name: "with a blank before a colon", bytes: ok("Content-Length : 0"), want: malformed },
    { name: "with a control character", bytes: ok("A: b\0", "Content-Length: 0"), want: malformed },
    { name: "with bare line feeds", bytes: "HTTP/1.1 200 OK\nContent-Length: 0\n\n", want: malformed },
    { name: "of another protocol", bytes: "SSH-2.0-OpenSSH_9.6\r\n\r\n", want: malformed },
    { name: "of another version", bytes: "HTTP/2.0 200 OK\r\n\r\n", want: malformed },
    { name: "with a status of four digits", bytes: "HTTP/1.1 2000 OK\r\n\r\n", want: malformed },
    {
      name: "that switches protocols",
      bytes: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
      want: malformed,
    },
    { name: "behind interim ones without end", bytes: "HTTP/1.1 100 Continue\r\n\r\n".repeat(17), want: malformed },
    {
      name: "with endless headers",
      bytes: `HTTP/1.1 200 OK\r\n${`X-A: ${"a".repeat(1000)}\r\n`.repeat(300)}`,
      want: malformed,
    },
    {
      name: "with more lines than a head has",
      bytes: ok(...Array.from({ length: 1001 }, () => "A: b")),
      want: malformed,
    },
    {
      name: "with a chunk whose size is no number",
      bytes: `${ok("Transfer-Encoding: chunked")}zz\r\n`,
      want: `200 ${lost}`,
    },
    {
      name: "with a chunk that is too long",
      bytes: `${ok("Transfer-Encoding: chunked")}1\r\nhi\r\n`,
      want: `200 h ${lost}`,
    },
    {
      name: "with a chunk of more than is counted",
      bytes: `${ok("Transfer-Encoding: chunked")}${"f".repeat(16)}\r\n`,
      want: `200 ${lost}`,
    },
    {
      name: "with an endless size line",
      bytes: `${ok("Transfer-Encoding: chunked")}1;${"a".repeat(300)}`,
      want: `200 ${lost}`,
    },
  ])("$name", async ({ bytes, want }) => {
    const { origin } = await serve((socket) => socket.write(bytes, "latin1"));
    expect(await send(newClient(), origin)).toBe(want);
  });

  test.each([
    { name: "before its head", bytes: "", want: lost },
    { name: "in its head", bytes: "HTTP/1.1 200 OK\r\nA:", want: "MalformedResponseError" },
    { name: "in its body", bytes: `${ok("Content-Length: 5")}hi`, want: `200 hi ${lost}` },
    { name: "between chunks", bytes: `${ok("Transfer-Encoding: chunked")}2\r\nhi\r\n`, want: `200 hi ${lost}` },
    { name: "at the end of a body without length", bytes: `${ok()}hi`, want: "200 hi end" },
  ])("that ends $name", async ({ bytes, want }) => {
    const { origin } = await serve((socket) => socket.end(bytes, "latin1"));
    expect(await send(newClient(), origin)).toBe(want);
  });

  const chunks = ok("Transfer-Encoding: chunked");
  test.each([
    ["in a body with a length", `${ok("Content-Length: 5")}hi`, "unexpected EOF"],
    ["between chunks", `${chunks}2\r\nhi\r\n`, "unexpected EOF"],
    ["in a size that is no number", `${chunks}zz\r\n`, "invalid byte in chunk length"],
    ["in an empty size", `${chunks}\r\n`, "empty hex number for chunk length"],
    ["in a size that is too large", `${chunks}${"1".repeat(17)}\r\n`, "http chunk length too large"],
    ["in a size line that is too long", `${chunks}1;${"a".repeat(300)}`, "header line too long"],
    ["behind the data of a chunk", `${chunks}1\r\nhi\r\n`, "malformed chunked encoding"],
    ["in a trailer", `${chunks}0\r\nno colon\r\n\r\n`, 'malformed MIME header: missing colon: "no colon"'],
  ])("that breaks off %s fails in the original's words", async (_, bytes, want) => {
    const { origin } = await serve((socket) => socket.end(bytes, "latin1"));
    const { body } = await newClient().fetch({ method: "GET", url: new URL(origin) });
    const error = await readWhole({ body }).catch((e: unknown) => e);
    expect(connectionError(error, new URL(origin))).toBe(want);
  });

  test.each([
    ["before its head", ""],
    ["in its body", `${ok("Content-Length: 5")}hi`],
  ])("whose connection is reset %s fails with both ends of it", async (_, bytes) => {
    const { origin } = await serve((socket) => {
      if (bytes === "") socket.resetAndDestroy();
      else socket.write(bytes, "latin1", () => setImmediate(() => socket.resetAndDestroy()));
    });
    const url = new URL(origin);
    const failed = async () => readWhole(await newClient().fetch({ method: "GET", url }));
    const error = await failed().catch((e: unknown) => e);
    const want = new RegExp(`^read tcp 127.0.0.1:\\d+->127.0.0.1:${url.port}: read: connection reset by peer$`);
    expect(connectionError(error, url)).toMatch(want);
  });

  test("is the same for any chunking", async () => {
    const bytes = `HTTP/1.1 103 E\r\n\r\n${ok("Transfer-Encoding: chunked")}2\r\nhi\r\n3;a\r\nyou\r\n0\r\n\r\n`;
    for (let cut = 1; cut < bytes.length; cut++) {
      const { origin } = await serve((socket) => {
        socket.write(bytes.slice(0, cut), "latin1");
        setImmediate(() => socket.write(bytes.slice(cut), "latin1"));
      });
      expect((await send(newClient(), origin)).replaceAll(" ", "")).toBe("200hiyouend");
    }
  });

  test("to HEAD has no body, whatever its headers", async () => {
    const { origin } = await serve((socket) => socket.write(ok("Content-Length: 5")));
    const head = { method: "HEAD", origin, path: "/", headers: [] };
    const text = await new Promise((resolve) => {
      newClient().exchange(head, { head: () => undefined, data: () => true, end: () => resolve("end"), fail: resolve });
    });
    expect(text).toBe("end");
  });

  test("that does not arrive in time fails", async () => {
    const { origin } = await serve(() => undefined);
    expect(await send(newClient({ headersTimeoutMs: 20 }), origin)).toBe("Error");
  });
});

describe("a connection", () => {
  test("carries one request after the other", async () => {
    const { origin, received } = await serve((socket) => socket.write(`${ok("Content-Length: 2")}hi`));
    const client = newClient();
    expect([await send(client, origin), await send(client, origin)]).toEqual(["200 hi end", "200 hi end"]);
    expect(received.length).toBe(1);
    expect(received[0]).not.toMatch(/connection:/i);
  });

  test.each([
    { name: "whose response says so", bytes: `${ok("Connection: close", "Content-Length: 2")}hi` },
    { name: "of HTTP/1.0", bytes: "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi" },
    {
      name: "on which more came than the response",
      bytes: `${ok("Content-Length: 2")}hi${ok("Content-Length: 3")}you`,
    },
    { name: "that is kept for less than a second", bytes: `${ok("Keep-Alive: timeout=1", "Content-Length: 2")}hi` },
  ])("$name is not used again", async ({ bytes }) => {
    const { origin, received } = await serve((socket) => socket.write(bytes));
    const client = newClient();
    expect([await send(client, origin), await send(client, origin)]).toEqual(["200 hi end", "200 hi end"]);
    expect(received.length).toBe(2);
  });

  test("is closed when bytes arrive without a request", async () => {
    const closed = Promise.withResolvers<void>();
    const { origin, received } = await serve((socket, _text, connection) => {
      socket.write(ok("Content-Length: 0"));
      if (connection > 0) return;
      socket.on("close", () => closed.resolve());
      setImmediate(() => setImmediate(() => socket.write(`${ok("Content-Length: 6")}poison`)));
    });
    const client = newClient();
    expect(await send(client, origin)).toBe("200 end");
    await closed.promise;
    expect(await send(client, origin)).toBe("200 end");
    expect(received.length).toBe(2);
  });

  test("is waited for where all are in use", async () => {
    const { origin, received } = await serve((socket, text) => {
      if (text.endsWith("x")) socket.write(ok("Content-Length: 0"));
    });
    const client = newClient({ maxConnections: 2 });
    const all = await Promise.all(Array.from({ length: 20 }, () => send(client, origin)));
    expect(new Set(all)).toEqual(new Set(["200 end"]));
    expect(received.length).toBe(2);
  });
});

describe("a request", () => {
  test.each([
    { name: "a header with a line end", request: { headers: ["X", "a\r\nB: c"] } },
    { name: "a header whose name has a colon", request: { headers: ["X:", "a"] } },
    { name: "a path with a line end", request: { path: "/a HTTP/1.1\r\nX: y" } },
    { name: "a path that is none", request: { path: "a" } },
    { name: "a method with a blank", request: { method: "GET /" } },
    { name: "two hosts", request: { headers: ["Host", "a", "host", "b"] } },
  ])("with $name is not sent", async ({ request }) => {
    const { origin, received } = await serve((socket) => socket.write(ok("Content-Length: 0")));
    const client = newClient();
    expect(await send(client, origin, request)).toBe("TypeError");
    expect(await send(client, origin)).toBe("200 end");
    expect(received.join("")).not.toContain("X");
  });

  test("names its length itself, and no header of its connection", async () => {
    const { origin, received } = await serve((socket) => socket.write(ok("Content-Length: 0")));
    const headers = ["Content-Length", "7", "Connection", "close", "Transfer-Encoding", "gzip"];
    expect(await send(newClient(), origin, { headers: [...headers, "A", "b"] })).toBe("200 end");
    const { host } = new URL(origin);
    expect(received).toEqual([`POST / HTTP/1.1\r\nHost: ${host}\r\nA: b\r\nContent-Length: 1\r\n\r\nx`]);
  });

  test.each([
    { name: "shorter", pieces: ["ab"], want: "TypeError" },
    { name: "longer", pieces: ["ab", "cd"], want: "TypeError" },
    { name: "as long", pieces: ["ab", "c"], want: "200 end" },
  ])("whose streamed body is $name than announced: $want", async ({ pieces, want }) => {
    const { origin } = await serve((socket, text) => {
      if (text.endsWith("abc")) socket.write(ok("Content-Length: 0"));
    });
    const body = async function* () {
      for (const piece of pieces) yield Buffer.from(piece);
    };
    expect(await send(newClient(), origin, { headers: ["Content-Length", "3"], body: body() })).toBe(want);
  });
});
