import type { AuthenticationResult, TokenVerifier } from "@svc/authn";
import type { Clock } from "@svc/base";
import type { Metrics } from "@svc/metrics";

/** Measures the verifiers of tokens that remember results. */
export type MeasureTokens = (verifier: TokenVerifier) => TokenVerifier;

const buckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts cache hits, and misses that verified a signature or called a webhook. Tokens of unknown
 * issuers are not counted.
 */
export function tokenCacheMetrics(metrics: Metrics, clock: Pick<Clock, "monotonic">): MeasureTokens {
  const common = { labels: ["status"], stability: "ALPHA" } as const;
  const prefix = "authentication_token_cache";
  const requests = metrics.counter({
    ...common,
    name: `${prefix}_request_total`,
    help: "Tokens that were verified, by whether their result was remembered.",
  });
  const durations = metrics.histogram({
    ...common,
    name: `${prefix}_request_duration_seconds`,
    help: "How long it took to verify a token, by whether its result was remembered.",
    buckets,
  });
  const fetches = metrics.counter({
    ...common,
    name: `${prefix}_fetch_total`,
    help: "Tokens whose result was not remembered, by whether they were accepted.",
  });
  const active = metrics.gauge({
    ...common,
    name: `${prefix}_active_fetch_count`,
    help: "Tokens that are being verified.",
  })("in_flight");
  const observed = (status: "hit" | "miss"): ((startMs: number) => void) => {
    const [count, duration] = [requests(status), durations(status)];
    return (startMs) => {
      count.add();
      duration.observe((clock.monotonic() - startMs) / 1000);
    };
  };
  const [hit, miss] = [observed("hit"), observed("miss")];
  const [accepted, refused] = [fetches("ok"), fetches("error")];
  return (verifier) => ({
    verify: (token, options) => {
      const startMs = clock.monotonic();
      const result = verifier.verify(token, options);
      if (!(result instanceof Promise)) {
        if (result.kind !== "absent") hit(startMs);
        return result;
      }
      active.add(1);
      const end = ({ kind }: Pick<AuthenticationResult, "kind">): void => {
        active.add(-1);
        if (kind === "absent") return;
        miss(startMs);
        (kind === "authenticated" ? accepted : refused).add();
      };
      result.then(end, () => end({ kind: "rejected" }));
      return result;
    },
  });
}
