import { expect, test } from "vitest";
import { latencyParts } from "./latency.ts";

const state = { startedMs: 1_000, queuedMs: 0, respondedMs: 1_600, times: { storeMs: 0 }, info: { verb: "get" } };

test.each([
  ["a quick request", {}, 1_500, []],
  ["a watch, however long it runs", { info: { verb: "watch" } }, 9_000, []],
  [
    "a slow request",
    { times: { storeMs: 0, authorizationMs: 0.003 } },
    1_601.5,
    ["total 601.5ms", "authorization 3µs", "response-write 1.5ms"],
  ],
  [
    "a request with all parts",
    {
      queuedMs: 20,
      times: {
        storeMs: 2,
        authorizationMs: 1,
        mutatingWebhookMs: 400,
        validatingWebhookMs: 1_100.25,
        serializationMs: 0.036404,
      },
    },
    3_000,
    [
      "total 2s",
      "apf-queue-wait 20ms",
      "authorization 1ms",
      "mutating-webhook 400ms",
      "validating-webhook 1.10025s",
      "etcd 2ms",
      "serialize-response-object 36.404µs",
      "response-write 1.4s",
    ],
  ],
])("the parts of %s", (_, more, nowMs, want) => {
  expect(latencyParts({ ...state, ...more }, nowMs).map((part) => part.join(" "))).toEqual(want);
});
