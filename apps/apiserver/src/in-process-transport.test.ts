import type { Handler, HttpRequest, StreamBody } from "@svc/http";
import { describe, expect, it } from "vitest";
import { createInProcessTransport } from "./in-process-transport.ts";

type ResponseWriter = Parameters<StreamBody["start"]>[0];

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A server that answers with a stream, and hands its writer out. */
function streaming(): { readonly handler: Handler; readonly writer: () => ResponseWriter } {
  let writer: ResponseWriter | undefined;
  const body: StreamBody = { start: (given) => (writer = given) };
  return {
    handler: () => ({ status: 200, headers: [], body }),
    writer: () => writer ?? expect.unreachable("the stream was not started"),
  };
}

describe("a transport to a server of this process", () => {
  it("passes the request to the server, and the response to the client", async () => {
    const observed: unknown[] = [];
    const transport = createInProcessTransport(
      async (request: HttpRequest) => {
        const { method, target, host } = request;
        const header = ["authorization", "impersonate-group", "accept", "constructor"].map((n) => request.header(n));
        const body = (await request.readBody(100)).toString();
        observed.push({ method, target, host, header, lines: request.headerLines("impersonate-group"), body });
        return {
          status: 201,
          headers: ["Warning", "a", "X", "y", "Warning", "b"],
          body: [Buffer.from("o"), Buffer.from("k")],
        };
      },
      { authorization: "Bearer t", accept: "x" },
    );
    const headers = { accept: "application/json", "impersonate-group": ["g", "h"] };
    const response = await transport.fetch({ method: "POST", path: "/api?a=b", headers, body: "{}" });
    expect(observed).toEqual([
      {
        method: "POST",
        target: "/api?a=b",
        host: "https://in-process.invalid",
        header: ["Bearer t", "g, h", "application/json", undefined],
        lines: ["g", "h"],
        body: "{}",
      },
    ]);
    expect([response.status, response.header("warning"), response.header("none")]).toEqual([201, "a, b", undefined]);
    expect(await textOf(response.body)).toBe("ok");
  });

  it("reports a body that is too large to the server", async () => {
    const transport = createInProcessTransport(async (request) => {
      const problem = await request.readBody(3).then(
        () => "none",
        (error: Error) => error.name,
      );
      return { status: 413, headers: [], body: Buffer.from(problem) };
    }, {});
    const { body } = await transport.fetch({ method: "POST", path: "/", body: "1234" });
    expect(await textOf(body)).toBe("BodyTooLargeError");
  });

  it("closes the stream of a client that left before the response", async () => {
    const { handler, writer } = streaming();
    const left = new AbortController();
    const transport = createInProcessTransport((request) => {
      left.abort();
      return handler(request);
    }, {});
    await transport.fetch({ method: "GET", path: "/", signal: left.signal });
    let isClosed = false;
    writer().onClose(() => (isClosed = true));
    expect([isClosed, writer().write(Buffer.from("a"))]).toEqual([true, false]);
  });

  it("passes a stream on to its end, and reports backpressure to the server", async () => {
    const { handler, writer } = streaming();
    const { body } = await createInProcessTransport(handler, {}).fetch({ method: "GET", path: "/" });
    const reader = body[Symbol.asyncIterator]();
    let drained = 0;
    writer().onDrain(() => void drained++);
    expect(writer().write(Buffer.from("ab"))).toBe(true);
    expect(writer().write(Buffer.alloc(65_536))).toBe(false);
    expect((await reader.next()).value).toEqual(Buffer.from("ab"));
    expect((await reader.next()).value).toHaveLength(65_536);
    expect(drained).toBe(0);
    const next = reader.next();
    expect(drained).toBe(1);
    writer().write(Buffer.from("c"));
    writer().end();
    expect((await next).value).toEqual(Buffer.from("c"));
    expect((await reader.next()).done).toBe(true);
  });

  it.each([
    { name: "leaves the loop", act: async (body: AsyncIterable<Uint8Array>) => void (await first(body)), fails: false },
    {
      name: "aborts",
      act: async (body: AsyncIterable<Uint8Array>, client: AbortController) => {
        client.abort(new Error("enough"));
        return textOf(body);
      },
      fails: true,
    },
  ])("notifies the server when the client $name", async ({ act, fails }) => {
    const { handler, writer } = streaming();
    const client = new AbortController();
    const request = { method: "GET", path: "/", signal: client.signal };
    const { body } = await createInProcessTransport(handler, {}).fetch(request);
    let closed = 0;
    writer().onClose(() => void closed++);
    writer().write(Buffer.from("a"));
    const outcome = await act(body, client).then(
      () => false,
      (error: Error) => error.message === "enough",
    );
    expect([closed, outcome]).toEqual([1, fails]);
    await expect(
      createInProcessTransport(handler, {}).fetch({ ...request, signal: AbortSignal.abort() }),
    ).rejects.toThrow();
  });

  it("notifies the client when the server aborts", async () => {
    const { handler, writer } = streaming();
    const { body } = await createInProcessTransport(handler, {}).fetch({ method: "GET", path: "/" });
    writer().abort();
    await expect(textOf(body)).rejects.toThrow("the server broke the connection off");
  });
});

async function first(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  for await (const chunk of body) return chunk;
  return undefined;
}
