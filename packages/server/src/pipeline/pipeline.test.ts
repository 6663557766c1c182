import { Readable } from "node:stream";
import { systemClock } from "@svc/base";
import type { HttpRequest } from "@svc/http";
import { expect, test } from "vitest";
import { mapResponse } from "../request/stage.ts";
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
});

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

test("OPTIONS * is answered before all stages", async () => {
  const handle = createPipeline({
    stages: [(state, next) => mapResponse(next(state), (response) => ({ ...response, status: 405 }))],
    dispatch: () => ({ status: 404, headers: [], body: Buffer.from("none") }),
    randomUid: () => "id",
    log,
    answerError: () => expect.unreachable(),
    clock: systemClock,
  });
  expect(await handle(request("OPTIONS", "*"))).toEqual({ status: 200, headers: [], body: Buffer.alloc(0) });
  expect(await handle(request("OPTIONS", "/"))).toMatchObject({ status: 405 });
  expect(await handle(request("GET", "*"))).toMatchObject({ status: 405 });
});
