import { deepEqual, equal } from "node:assert/strict";
import { BodyMemory } from "../body-memory.ts";
import { readWhole } from "../client/index.ts";
import type { Handler, HttpResponse } from "../http.ts";
import type { HttpServerCase, RunningServer } from "./http-server-case.ts";

const text = (body: string): HttpResponse => ({ status: 200, headers: [], body: Buffer.from(body) });
/** Responds with the request's properties as JSON. */
const telling =
  (tell: (request: Parameters<Handler>[0]) => unknown): Handler =>
  async (request) =>
    text(JSON.stringify(await tell(request)));

type Sent = Parameters<RunningServer["fetch"]>[0];
async function echoOf({ fetch }: RunningServer, request: Partial<Sent>): Promise<unknown> {
  const response = await fetch({ method: "GET", path: "/", ...request });
  return JSON.parse((await readWhole(response)).toString());
}

async function* inPieces(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** Cases about the request that a handler receives. */
export const requestCases: readonly HttpServerCase[] = [
  {
    name: "the method and the target are as they were sent",
    run: async (open) => {
      const server = await open(telling(({ method, target }) => [method, target]));
      deepEqual(await echoOf(server, { method: "DELETE", path: "/a%2Fb//c?x=%20&y" }), ["DELETE", "/a%2Fb//c?x=%20&y"]);
    },
  },
  {
    name: "headers are found by lower-case name, and names are listed once",
    run: async (open) => {
      const server = await open(
        telling((r) => [r.header("x-a"), r.header("x-b") ?? null, r.headerNames().includes("x-a")]),
      );
      deepEqual(await echoOf(server, { headers: { "X-A": "1" } }), ["1", null, true]);
    },
  },
  {
    name: "lines of one header are joined by commas",
    run: async (open) => {
      const server = await open(telling((request) => request.header("x-a")));
      equal(await echoOf(server, { headers: { "x-a": ["1", "2"] } }), "1, 2");
    },
  },
  {
    name: "the host is the one that the client addressed",
    run: async (open) => {
      const server = await open(telling(({ host }) => /^[^/]+:\d+$/.test(host)));
      equal(await echoOf(server, {}), true);
    },
  },
  {
    name: "a body is read whole, with and without an announced length",
    run: async (open) => {
      const server = await open(telling(async (request) => (await request.readBody(6)).toString()));
      equal(await echoOf(server, { method: "POST", body: "abcdef" }), "abcdef");
      equal(await echoOf(server, { method: "POST", body: inPieces("abc", "def") }), "abcdef");
    },
  },
  {
    name: "a request without a body has an empty one",
    run: async (open) => {
      const server = await open(telling(async (request) => (await request.readBody(6)).length));
      equal(await echoOf(server, {}), 0);
    },
  },
  {
    name: "a body beyond its bound is rejected, and the connection continues",
    run: async (open) => {
      const server = await open(
        telling((request) =>
          request.readBody(5).then(
            () => "read",
            (error: Error) => error.name,
          ),
        ),
      );
      equal(await echoOf(server, { method: "POST", body: "abcdef" }), "BodyTooLargeError");
      equal(await echoOf(server, { method: "POST", body: inPieces("abc", "def") }), "BodyTooLargeError");
      equal(await echoOf(server, { method: "POST", body: "abcde" }), "read");
    },
  },
  {
    name: "a body that its share of memory does not hold is refused",
    run: async (open) => {
      const memory = new BodyMemory(5);
      const server = await open(
        telling((request) =>
          request.readBody(100, memory.share()).then(
            () => "read",
            (error: Error) => error.name,
          ),
        ),
      );
      equal(await echoOf(server, { method: "POST", body: "abcdef" }), "BodyMemoryError");
    },
  },
  {
    name: "a body is streamed in pieces",
    run: async (open) => {
      const server = await open(
        telling(async ({ body }) => {
          let bytes = 0;
          for await (const piece of body) bytes += piece.length;
          return bytes;
        }),
      );
      equal(await echoOf(server, { method: "POST", body: Buffer.alloc(1_000_000) }), 1_000_000);
      equal(await echoOf(server, {}), 0);
    },
  },
  {
    name: "a body whose reader stops early does not disturb the next request",
    run: async (open) => {
      const server = await open(
        telling(async ({ body, target }) => {
          for await (const _piece of body) break;
          return target;
        }),
      );
      equal(await echoOf(server, { method: "POST", path: "/a", body: Buffer.alloc(100_000) }), "/a");
      equal(await echoOf(server, { path: "/b" }), "/b");
    },
  },
  {
    name: "a body is read once",
    run: async (open) => {
      const server = await open(
        telling(async (request) => {
          await request.readBody(10);
          return request.readBody(10).then(
            () => "twice",
            (error: Error) => error.name,
          );
        }),
      );
      equal(await echoOf(server, { method: "POST", body: "a" }), "TypeError");
    },
  },
];
