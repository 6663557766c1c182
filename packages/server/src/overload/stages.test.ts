import { createManualClock } from "@svc/base";
import type { HttpResponse, ResponseWriter } from "@svc/http";
import { expect, test } from "vitest";
import type { RequestState } from "../request/request-state.ts";
import { longRunningStage } from "./long-running-requests.ts";
import { ResponseMemory } from "./response-memory.ts";

const kib = 1024;

function stateOf(name: string, given: Partial<RequestState> = {}): RequestState {
  const user = { name, uid: "", groups: name === "admin" ? ["system:masters"] : [], extra: {} };
  const request = { remoteAddress: "192.0.2.1" };
  return { user, request, startedMs: 0, reachedMs: Number.NaN, timeoutMs: 60_000, ...given } as RequestState;
}

function codeOf(act: () => unknown): number | string {
  try {
    act();
    return "ok";
  } catch (error) {
    return (error as { readonly code: number }).code;
  }
}

function openMemory(maxBytes: number, maxOwnerBytes: number) {
  const clock = createManualClock();
  let refused = 0;
  const memory = new ResponseMemory({ clock, maxBytes, maxOwnerBytes, onRefused: () => void refused++ });
  const { stage } = memory;
  const respond = (state: RequestState, body: HttpResponse["body"]): HttpResponse =>
    stage(state, () => ({ status: 200, headers: [], body })) as HttpResponse;
  return { clock, memory, respond, refused: () => refused };
}

test("parts that several responses share count once, until the last response has ended", () => {
  const { memory, respond } = openMemory(10_000 * kib, 10_000 * kib);
  const [shared, own] = [Buffer.alloc(500 * kib), Buffer.alloc(100 * kib)];
  const responses = [respond(stateOf("a"), [shared]), respond(stateOf("b"), [shared, own])];
  expect(memory.heldBytes).toBe(600 * kib);
  responses[0]?.delivery?.onEnd();
  expect(memory.heldBytes).toBe(600 * kib);
  responses[1]?.delivery?.onEnd();
  expect(memory.heldBytes).toBe(0);
});

test("a small response is not counted", () => {
  const { memory, respond } = openMemory(1, 1);
  expect(respond(stateOf("a"), Buffer.alloc(60 * kib)).delivery).toBeUndefined();
  expect(memory.heldBytes).toBe(0);
});

test("a user past its bound gets 429; others, and its first response, do not", () => {
  const { memory, respond, refused } = openMemory(10_000 * kib, 300 * kib);
  const large = (): Buffer => Buffer.alloc(400 * kib);
  const first = respond(stateOf("a"), large());
  expect(codeOf(() => respond(stateOf("a"), large()))).toBe(429);
  expect(codeOf(() => respond(stateOf("b"), large()))).toBe("ok");
  expect([memory.heldBytes, refused()]).toEqual([800 * kib, 1]);
  first.delivery?.onEnd();
  expect(codeOf(() => respond(stateOf("a"), large()))).toBe("ok");
});

test("past the bound of all everyone gets 429 but privileged users", () => {
  const { respond } = openMemory(300 * kib, 10_000 * kib);
  respond(stateOf("a"), Buffer.alloc(400 * kib));
  const codes = ["b", "a", "admin"].map((name) => codeOf(() => respond(stateOf(name), Buffer.alloc(400 * kib))));
  expect(codes).toEqual([429, 429, "ok"]);
});

test("a response may take the rest of its request's time", () => {
  const { clock, respond } = openMemory(10_000 * kib, 10_000 * kib);
  clock.advance(20_000);
  const times = [60_000, 20_500].map(
    (timeoutMs) => respond(stateOf("a", { timeoutMs }), Buffer.alloc(400 * kib)).delivery?.timeoutMs,
  );
  expect(times).toEqual([40_000, 1_000]);
});

test("watches past the bound of a user, or of all, get 429 until others end", () => {
  let refused = 0;
  const stage = longRunningStage({ maxRequests: 3, maxOwnerRequests: 2, onRefused: () => void refused++ });
  const ends: (() => void)[] = [];
  const watch = (name: string): number | string =>
    codeOf(() => {
      const next = (): HttpResponse => ({ status: 200, headers: [], body: { start: () => undefined } });
      const { body } = stage(stateOf(name, { isLongRunning: true }), next) as HttpResponse;
      const writer = { onClose: (end: () => void) => void ends.push(end) } as ResponseWriter;
      if ("start" in body) body.start(writer);
    });
  expect(["a", "a", "a", "b", "c", "admin"].map(watch)).toEqual(["ok", "ok", 429, "ok", 429, "ok"]);
  expect(refused).toBe(2);
  for (const end of ends) end();
  expect(["a", "b", "c"].map(watch)).toEqual(["ok", "ok", "ok"]);
});

test("requests that are neither watches nor connections are not counted as such", () => {
  const stage = longRunningStage({ maxRequests: 0, maxOwnerRequests: 0, onRefused: () => undefined });
  const response = { status: 200, headers: [], body: Buffer.alloc(0) };
  expect(stage(stateOf("a", { isLongRunning: false }), () => response)).toBe(response);
});
