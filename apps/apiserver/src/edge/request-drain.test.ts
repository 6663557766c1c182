import { createManualClock } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { Next, RequestState } from "@svc/server";
import { expect, test } from "vitest";
import { createRequestDrain } from "./request-drain.ts";

const ok: HttpResponse = { status: 200, headers: [], body: Buffer.from("ok") };

function openDrain() {
  const clock = createManualClock();
  const drain = createRequestDrain(clock);
  const [placed] = drain.extension.stages?.({} as never) ?? [];
  const request = (path: string, next: Next = () => ok, isLongRunning = false) =>
    placed?.stage({ info: { path }, isLongRunning } as unknown as RequestState, next);
  return { clock, drain, request };
}

/** A handler that responds when it is told to. */
function slow(): { readonly next: Next; readonly respond: () => void } {
  const { promise, resolve } = Promise.withResolvers<HttpResponse>();
  return { next: () => promise, respond: () => resolve(ok) };
}

test("requests in flight end, new ones are refused, probes and watches are served", async () => {
  const { drain, request } = openDrain();
  const { next, respond } = slow();
  expect(request("/api")).toMatchObject({ status: 200 });
  const inFlight = request("/api/v1/pods", next);
  void request("/api/v1/pods", slow().next, true);
  let isOver = false;
  const drained = drain.drain(60_000).then(() => {
    isOver = true;
  });
  const refused = request("/version") as HttpResponse;
  expect([refused.status, refused.headers]).toEqual([429, expect.arrayContaining(["Retry-After", "5"])]);
  expect(String(refused.body)).toBe("The apiserver is shutting down, please try again later.\n");
  expect(["/readyz", "/livez/ping", "/healthz"].map((path) => (request(path) as HttpResponse).status)).toEqual([
    200, 200, 200,
  ]);
  expect(isOver).toBe(false);
  respond();
  await inFlight;
  await drained;
});

test("the limit ends the wait", async () => {
  const { clock, drain, request } = openDrain();
  void request("/api/v1/pods", slow().next);
  const drained = drain.drain(1000);
  clock.advance(1000);
  await drained;
});

test("nothing in flight is nothing to wait for", async () => {
  await expect(openDrain().drain.drain(1000)).resolves.toBeUndefined();
});
