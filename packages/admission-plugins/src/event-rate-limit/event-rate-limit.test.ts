import { createManualClock } from "@svc/base";
import { expect, test } from "vitest";
import { requestFor, verdictOf } from "../testing/request.ts";
import { createBuckets } from "./buckets.ts";
import { type EventLimit, eventRateLimit } from "./event-rate-limit.ts";

const event = (name: string): object => ({
  source: { component: "c", host: "h" },
  involvedObject: { kind: "K", namespace: "n", name, uid: "u", apiVersion: "v9", fieldPath: "f" },
});

test.each<[limits: readonly EventLimit[], objects: string, want: readonly string[]]>([
  [[{ type: "Server", qps: 1, burst: 2 }], "a b", ["admitted", "admitted"]],
  [[{ type: "Server", qps: 1, burst: 1 }], "a b", ["admitted", "limit reached on type Server for key "]],
  [[{ type: "Namespace", qps: 1, burst: 1 }], "a b", ["admitted", "limit reached on type Namespace for key default"]],
  [[{ type: "User", qps: 1, burst: 1 }], "a b", ["admitted", "limit reached on type User for key alice"]],
  [
    [{ type: "SourceAndObject", qps: 1, burst: 1 }],
    "a b a",
    ["admitted", "admitted", "limit reached on type SourceAndObject for key chKnauv9"],
  ],
  [
    [
      { type: "Namespace", qps: 1, burst: 1 },
      { type: "SourceAndObject", qps: 1, burst: 1 },
    ],
    "a a",
    [
      "admitted",
      "[limit reached on type Namespace for key default, limit reached on type SourceAndObject for key chKnauv9]",
    ],
  ],
])("%j of events of %s", async (limits, objects, want) => {
  const plugin = eventRateLimit({ clock: createManualClock(), limits });
  const user = { name: "alice", uid: "", groups: [], extra: {} };
  const verdicts: string[] = [];
  for (const name of objects.split(" "))
    verdicts.push(await verdictOf(plugin, requestFor("events", event(name), { user })));
  expect(verdicts).toEqual(want.map((text) => (text === "admitted" ? text : `Too many requests: ${text}`)));
});

test("a dry run uses no quota", async () => {
  const plugin = eventRateLimit({ clock: createManualClock(), limits: [{ type: "Server", qps: 1, burst: 1 }] });
  expect(await verdictOf(plugin, requestFor("events", event("a"), { dryRun: true }))).toBe("admitted");
  expect(await verdictOf(plugin, requestFor("events", event("a")))).toBe("admitted");
});

test("buckets fill with time, up to the brim, and the oldest is forgotten", () => {
  const clock = createManualClock();
  const buckets = createBuckets({ clock, perSecond: 2, burst: 2, maxKeys: 2 });
  const take = (keys: string): string => [...keys].map((key) => (buckets.take(key) ? "+" : "-")).join("");
  expect(take("aaa")).toBe("++-");
  clock.advance(500);
  expect(take("aa")).toBe("+-");
  clock.advance(60_000);
  expect(take("aaa")).toBe("++-");
  expect(take("bcaa")).toBe("++++");
});
