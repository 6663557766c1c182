import type { AuthenticationResult } from "@svc/authn";
import { createManualClock } from "@svc/base";
import { createMetrics } from "@svc/metrics";
import { expect, test } from "vitest";
import { tokenCacheMetrics } from "./token-cache-metrics.ts";

const user = { name: "a", uid: "", groups: [], extra: {} };
const accepted: AuthenticationResult = { kind: "authenticated", user };
const absent: AuthenticationResult = { kind: "absent" };
const refused: AuthenticationResult = { kind: "rejected", reason: "expired" };

type Verified = () => AuthenticationResult | Promise<AuthenticationResult>;

async function seriesAfter(...results: readonly Verified[]): Promise<readonly string[]> {
  const metrics = createMetrics();
  const clock = createManualClock();
  const pending = [...results];
  const verifier = tokenCacheMetrics(metrics, clock)({ verify: () => pending.shift()?.() ?? expect.unreachable() });
  await Promise.allSettled(results.map(() => verifier.verify("token", { audiences: [] })));
  const { body } = await metrics.expose("text");
  return String(body)
    .split("\n")
    .filter((line) => /^authentication_token_cache_(request|fetch)_total|active_fetch_count\{/.test(line))
    .filter((line) => !line.endsWith(" 0"));
}

test.each<readonly [string, readonly Verified[], readonly string[]]>([
  [
    "remembered results are hits, whatever they are",
    [() => accepted, () => refused],
    ['request_total{status="hit"} 2'],
  ],
  [
    "results that take a check are misses",
    [() => Promise.resolve(accepted), () => Promise.resolve(refused), () => Promise.reject(new Error("no answer"))],
    ['fetch_total{status="error"} 2', 'fetch_total{status="ok"} 1', 'request_total{status="miss"} 3'],
  ],
  ["tokens of unknown issuers are not counted", [() => absent, () => Promise.resolve(absent)], []],
])("%s", async (_, results, want) => {
  expect((await seriesAfter(...results)).toSorted()).toEqual(want.map((line) => `authentication_token_cache_${line}`));
});
