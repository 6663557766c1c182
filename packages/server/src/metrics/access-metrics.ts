import type { AuthenticationResult } from "@svc/authn";
import type { Decision } from "@svc/authz";
import type { Dialect } from "@svc/meta";
import type { Counter, Histogram, Metrics } from "@svc/metrics";

const buckets: readonly number[] = Array.from({ length: 15 }, (_, i) => 0.001 * 2 ** i);

interface Outcome {
  readonly attempts: Counter;
  readonly duration: Histogram;
}

function outcomes<Result extends string>(
  metrics: Metrics,
  of: {
    readonly attempts: string;
    readonly duration: string;
    readonly what: string;
    readonly results: readonly Result[];
  },
): Readonly<Record<Result, Outcome>> {
  const labels = ["result"];
  const attempts = metrics.counter({
    name: of.attempts,
    help: `Number of ${of.what}, by result.`,
    labels,
    stability: "ALPHA",
  });
  const duration = metrics.histogram({
    name: of.duration,
    help: `Duration of ${of.what}, by result.`,
    labels,
    stability: "ALPHA",
    buckets,
  });
  const outcomes = of.results.map((result) => [result, { attempts: attempts(result), duration: duration(result) }]);
  return Object.fromEntries(outcomes) as Record<Result, Outcome>;
}

/** Users with their own series: the number of other names is unbounded. */
function knownUsers(dialect: Dialect): ReadonlySet<string> {
  const account = `system:serviceaccount:${dialect.systemPrefix}-system:default`;
  return new Set(["admin", "client", "kube_proxy", "kubelet", account]);
}

/** Counts the result of one authentication, and the time that it took. */
export type AuthenticationMetrics = (result: AuthenticationResult, seconds: number) => void;

/** Registers the metrics of authentication. */
export function authenticationMetrics(metrics: Metrics, dialect: Dialect): AuthenticationMetrics {
  const { success, failure, error } = outcomes(metrics, {
    attempts: "authentication_attempts",
    duration: "authentication_duration_seconds",
    what: "authentications",
    results: ["success", "failure", "error"],
  });
  const requests = metrics.counter({
    name: "authenticated_user_requests",
    help: "Requests of authenticated users, by name for a few known users.",
    labels: ["username"],
    stability: "ALPHA",
  });
  const others = requests("other");
  const users = new Map([...knownUsers(dialect)].map((name) => [name, requests(name)]));
  return (result, seconds) => {
    const outcome = result.kind === "authenticated" ? success : result.kind === "rejected" ? error : failure;
    outcome.attempts.add();
    outcome.duration.observe(seconds);
    if (result.kind === "authenticated") (users.get(result.user.name) ?? others).add();
  };
}

/** Counts the result of one authorization, and the time that it took. */
export type AuthorizationMetrics = (decision: Decision, seconds: number) => void;

/** Registers the metrics of authorization. */
export function authorizationMetrics(metrics: Metrics): AuthorizationMetrics {
  const of = outcomes(metrics, {
    attempts: "authorization_attempts_total",
    duration: "authorization_duration_seconds",
    what: "authorizations",
    results: ["allowed", "denied", "no-opinion", "error"],
  });
  const outcomeOf = ({ verdict, error }: Decision): Outcome => {
    if (verdict === "allow") return of.allowed;
    if (error !== undefined) return of.error;
    return verdict === "deny" ? of.denied : of["no-opinion"];
  };
  return (decision, seconds) => {
    const { attempts, duration } = outcomeOf(decision);
    attempts.add();
    duration.observe(seconds);
  };
}
