import { createManualClock, silentLog } from "@svc/base";
import type { HttpRequest, HttpResponse } from "@svc/http";
import { createMetrics } from "@svc/metrics";
import { expect, test, vi } from "vitest";
import { createPipeline } from "../pipeline/pipeline.ts";
import type { Next } from "../request/stage.ts";
import { whileAwaited } from "../resources/registry-calls.ts";
import { requestTimeoutStage } from "./request-timeout.ts";

const answer: HttpResponse = { status: 200, headers: [], body: Buffer.from("done") };

function fixture(dispatch: Next): {
  readonly clock: ReturnType<typeof createManualClock>;
  readonly handle: (target: string) => Promise<readonly [status: number, body: string]>;
  readonly aborted: () => boolean;
  readonly leave: () => void;
  readonly exposition: () => Promise<string>;
} {
  const clock = createManualClock();
  const metrics = createMetrics();
  const client = new AbortController();
  const handle = createPipeline({
    stages: [
      (state, next) => {
        state.responseHeaders = ["X-Stage", "1"];
        return next(state);
      },
      requestTimeoutStage({ clock, metrics, timeoutMs: 60_000 }),
    ],
    dispatch,
    randomUid: () => "id",
    log: silentLog,
    errorResponse: ({ code, message }) => ({ status: code, headers: [], body: Buffer.from(message) }),
    clock,
  });
  return {
    clock,
    handle: async (target) => {
      const request: Partial<HttpRequest> = { method: "GET", target, header: () => undefined };
      const aborting = { ...request, signal: client.signal, abort: (reason: unknown) => client.abort(reason) };
      const { status, headers, body } = await handle(aborting as HttpRequest);
      expect(headers.includes("X-Stage")).toBe(status !== 504);
      return [status, String(body)];
    },
    aborted: () => client.signal.aborted,
    leave: () => client.abort(),
    exposition: async () => String((await metrics.expose("text")).body),
  };
}

const pods = "/api/v1/namespaces/a/pods";
const timedOut = [504, expect.stringContaining('"message":"Timeout: request did not complete within')];

test.each<readonly [target: string, deadlineMs: number]>([
  [pods, 60_000],
  [`${pods}?timeout=0s`, 60_000],
  [`${pods}?timeout=-1s`, 60_000],
  [`${pods}?timeout=2h`, 60_000],
  [`${pods}?timeout=1500ms`, 1500],
  ["/openapi/v2", 60_000],
])("the response to %s is 504 after %i ms, not before, and its signal aborts", async (target, deadlineMs) => {
  const { clock, handle, aborted, exposition } = fixture(() => new Promise(() => undefined));
  const response = handle(target);
  clock.advance(deadlineMs - 1);
  expect(aborted()).toBe(false);
  clock.advance(1);
  expect(await response).toEqual(timedOut);
  expect(aborted()).toBe(true);
  expect(await exposition()).not.toMatch(/post_timeout_total{/);
});

test.each([`${pods}?watch=true&timeout=1s`, `${pods}/p/log?timeout=x`, "/debug/pprof/profile?timeout=1s"])(
  "the response to %s has no deadline",
  async (target) => {
    let finish: (response: HttpResponse) => void = () => undefined;
    const { clock, handle } = fixture(() => new Promise((resolve) => (finish = resolve)));
    const response = handle(target);
    clock.advance(600_000);
    finish(answer);
    expect(await response).toEqual([200, "done"]);
  },
);

test("a request whose client leaves ends at once as 504, and leaves no timer", async () => {
  const { clock, handle, leave } = fixture(() => new Promise(() => undefined));
  const response = handle(pods);
  leave();
  expect(await response).toEqual(timedOut);
  expect(clock.untilNext()).toBeUndefined();
});

test.each([
  { end: "the client leaves", problem: "context canceled" },
  { end: "the deadline passes", problem: "context deadline exceeded" },
])("when $end, a write fails at once, and its late outcome is counted with the response", async ({ problem }) => {
  const work = Promise.withResolvers<HttpResponse>();
  const counted: string[] = [];
  const released = vi.fn();
  const { clock, handle, leave, exposition } = fixture((state) => {
    state.countLate = (_, response) => {
      counted.push(String(response.body));
      return response;
    };
    state.releaseDecoded = released;
    return whileAwaited(state, () => work.promise);
  });
  const response = handle(pods);
  if (problem === "context canceled") leave();
  else clock.advance(60_000);
  expect(await response).toEqual(timedOut);
  await expect.poll(() => counted).toEqual([`Timeout: request did not complete within requested timeout - ${problem}`]);
  expect(released).not.toHaveBeenCalled();
  work.reject(new Error("late"));
  await expect.poll(exposition).toContain('post_timeout_total{source="rest-handler",status="error"} 1');
  expect(released).toHaveBeenCalledOnce();
});

test("what the signal interrupts fails as a request that is not awaited, not as an internal error", async () => {
  const texts: string[] = [];
  const { handle, leave } = fixture((state) => {
    state.countLate = (_, response) => {
      texts.push(String(response.body));
      return response;
    };
    return new Promise((_, reject) => {
      state.request.signal.addEventListener("abort", () => reject(state.request.signal.reason as Error));
    });
  });
  const response = handle(pods);
  leave();
  expect(await response).toEqual(timedOut);
  await expect
    .poll(() => texts)
    .toEqual(["Timeout: request did not complete within requested timeout - context canceled"]);
});

test("a response in time is sent, and leaves no timer", async () => {
  const { clock, handle } = fixture(async () => answer);
  expect(await handle(pods)).toEqual([200, "done"]);
  expect(clock.untilNext()).toBeUndefined();
});

test("a stream that a handler returns after the deadline is cancelled, and the handler is counted", async () => {
  let finish: (response: HttpResponse) => void = () => undefined;
  let isCancelled = false;
  const { clock, handle, exposition } = fixture(() => new Promise((resolve) => (finish = resolve)));
  const response = handle(pods);
  clock.advance(60_000);
  expect(await response).toEqual(timedOut);
  const cancel = (): void => void (isCancelled = true);
  finish({ ...answer, body: { start: () => expect.unreachable(), cancel } });
  await expect.poll(() => isCancelled).toBe(true);
  expect(await exposition()).toContain('apiserver_request_post_timeout_total{source="timeout-handler",status="ok"} 1');
});

test("a handler that takes longer than the client allows without waiting is 504 too", async () => {
  const { clock, handle } = fixture(() => {
    clock.advance(2);
    return answer;
  });
  expect(await handle(`${pods}?timeout=1ms`)).toEqual(timedOut);
  expect(await handle(`${pods}?timeout=5ms`)).toEqual([200, "done"]);
});

test("a timeout that is no duration is 400", async () => {
  const { handle } = fixture(() => answer);
  expect(await handle(`${pods}?timeout=abc`)).toEqual([400, expect.stringContaining("invalid timeout")]);
});
