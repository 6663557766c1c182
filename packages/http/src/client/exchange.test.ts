import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createHttpClient, type Exchange, type ExchangeRequest, type ResponseReceiver } from "./index.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Received {
  readonly calls: readonly string[];
  readonly done: Promise<void>;
  readonly exchange: Exchange;
}

/** @param onData called for each piece; its result is the receiver's */
function send(
  origin: string,
  request: Partial<ExchangeRequest> = {},
  onData: (exchange: () => Exchange, piece: Buffer) => boolean = () => true,
): Received {
  const calls: string[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const client = createHttpClient();
  closing.push(() => client.close());
  const receiver: ResponseReceiver = {
    head: (status, headers) => {
      const own = headers.filter(([name]) => name.startsWith("x-")).map((pair) => pair.join("="));
      calls.push([status, ...own].join(" "));
    },
    data: (piece) => {
      calls.push(`data ${piece.length > 10 ? piece.length : piece.toString()}`);
      return onData(() => exchange, piece);
    },
    end: () => {
      calls.push("end");
      resolve();
    },
    fail: (error) => {
      calls.push(`fail ${(error as NodeJS.ErrnoException).code}`);
      resolve();
    },
  };
  const exchange = client.exchange({ method: "GET", origin, path: "/", headers: [], ...request }, receiver);
  return { calls, done, exchange };
}

test("a receiver gets the head with repeated headers, the body and the end", async () => {
  const origin = await serve((request, response) => {
    response.writeHead(201, { "X-A": ["1", "2"], "X-Seen": `${request.url} ${request.headers["x-b"]}` });
    response.end("hello");
  });
  const { calls, done } = send(origin, { path: "/a//b?c", headers: ["X-B", "yes"] });
  await done;
  expect(calls).toEqual(["201 x-a=1 x-a=2 x-seen=/a//b?c yes", "data hello", "end"]);
});

test("a receiver that is behind gets nothing more until it resumes", async () => {
  const origin = await serve((_request, response) => {
    response.write("a");
    setImmediate(() => response.end("b"));
  });
  const { calls, done } = send(origin, {}, (exchange, piece) => {
    if (piece.toString() !== "a") return true;
    setImmediate(() =>
      setImmediate(() => {
        before.push(...calls);
        exchange().resume();
      }),
    );
    return false;
  });
  const before: string[] = [];
  await done;
  expect(before).toEqual(["200", "data a"]);
  expect(calls).toEqual(["200", "data a", "data b", "end"]);
});

test.each([
  { name: "a request that reads is sent once more", request: {}, want: ["200", "data ok", "end"], times: 2 },
  {
    name: "a request that writes is sent once",
    request: { method: "POST", body: Buffer.from("x") },
    want: ["fail ECONNRESET"],
    times: 1,
  },
])("where the connection ends before the response, $name", async ({ request, want, times }) => {
  let asked = 0;
  const origin = await serve((incoming, response) => {
    if (++asked === 1) incoming.socket.destroy();
    else response.end("ok");
  });
  const { calls, done } = send(origin, request);
  await done;
  expect(calls).toEqual(want);
  expect(asked).toBe(times);
});

test("a response that breaks off fails the receiver after what came", async () => {
  const origin = await serve((_request, response) => {
    response.write("part");
    setImmediate(() => response.destroy());
  });
  const { calls, done } = send(origin);
  await done;
  expect(calls).toEqual(["200", "data part", "fail ECONNRESET"]);
});

test("an exchange that is given up ends the connection and calls the receiver no more", async () => {
  const gone = Promise.withResolvers<void>();
  const origin = await serve((_request, response) => {
    response.on("close", () => gone.resolve());
    response.write("part");
  });
  const { calls } = send(origin, {}, (exchange) => {
    exchange().abort();
    return true;
  });
  await gone.promise;
  expect(calls).toEqual(["200", "data part"]);
});
