import { Readable } from "node:stream";
import { createManualClock, systemClock } from "@svc/base";
import type { HttpRequest } from "@svc/http";
import { badRequest } from "@svc/meta";
import { expect, test } from "vitest";
import { currentMs } from "../request/request-state.ts";
import { mapResponse, type Stage } from "../request/stage.ts";
import { createPipeline } from "./pipeline.ts";

const request = (method: string, target: string): HttpRequest => ({
  method,
  target,
  header: () => undefined,
  headerLines: () => [],
  headerNames: () => [],
  remoteAddress: "127.0.0.1",
  host: "here",
  peerCertificates: () => [],
  body: Readable.from([]),
  readBody: () => Promise.resolve(Buffer.alloc(0)),
  signal: new AbortController().signal,
  abort: () => undefined,
});

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

test("OPTIONS * is answered before all stages", async () => {
  const handle = createPipeline({
    stages: [(state, next) => mapResponse(next(state), (response) => ({ ...response, status: 405 }))],
    dispatch: () => ({ status: 404, headers: [], body: Buffer.from("none") }),
    randomUid: () => "id",
    log,
    errorResponse: () => expect.unreachable(),
    clock: systemClock,
  });
  expect(await handle(request("OPTIONS", "*"))).toEqual({ status: 200, headers: [], body: Buffer.alloc(0) });
  expect(await handle(request("OPTIONS", "/"))).toMatchObject({ status: 405 });
  expect(await handle(request("GET", "*"))).toMatchObject({ status: 405 });
});

test("a stage after one that waited reads the clock again, and others share its reading", async () => {
  const clock = createManualClock();
  const times: number[] = [];
  const note: Stage = (state, next) => {
    times.push(currentMs(state, clock));
    return next(state);
  };
  const wait: Stage = async (state, next) => {
    await Promise.resolve();
    clock.advance(7);
    return next(state);
  };
  const handle = createPipeline({
    stages: [note, wait, note, note],
    dispatch: () => ({ status: 200, headers: ["A", "1"], body: Buffer.from("") }),
    randomUid: () => "id",
    log,
    errorResponse: () => expect.unreachable(),
    clock,
  });
  const before = clock.monotonic();
  const response = handle(request("GET", "/x"));
  clock.advance(3);
  await response;
  expect(times.map((ms) => ms - before)).toEqual([0, 10, 10]);
});

test("headers that a stage adds are on the response of an error too", async () => {
  const handle = createPipeline({
    stages: [
      (state, next) => {
        state.responseHeaders = ["X-Stage", "1"];
        return next(state);
      },
    ],
    dispatch: () => {
      throw badRequest("no");
    },
    randomUid: () => "id",
    log,
    errorResponse: ({ code }) => ({ status: code, headers: ["A", "1"], body: Buffer.from("") }),
    clock: systemClock,
  });
  const { status, headers } = await handle(request("GET", "/x"));
  expect([status, headers.join(" ")]).toEqual([400, expect.stringContaining("X-Stage 1 A 1")]);
});

test("a path with a prefix but without a resource is 500, and its target is not markup in the response", async () => {
  const handle = createPipeline({
    stages: [],
    dispatch: () => expect.unreachable(),
    randomUid: () => "id",
    log,
    errorResponse: () => expect.unreachable(),
    clock: systemClock,
  });
  const target = "/api/v1/watch?a=<b>&c";
  const shown = "/api/v1/watch?a=&lt;b&gt;&amp;c";
  const { status, body } = await handle(request("GET", target));
  expect([status, String(body)]).toEqual([
    500,
    `Internal Server Error: "${shown}": failed to create RequestInfo: unable to determine kind and namespace from url, ${shown}\n`,
  ]);
});
