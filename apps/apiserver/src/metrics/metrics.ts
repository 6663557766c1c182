import { createHash } from "node:crypto";
import { hostname } from "node:os";
import type { ServiceAccountTokenKind } from "@svc/authn";
import type { AuthorizerConfiguration } from "@svc/authz";
import { type Clock, systemClock } from "@svc/base";
import {
  type Counter,
  createMetrics,
  type Histogram,
  type Metrics,
  restClientMetrics,
  type Series,
} from "@svc/metrics";
import { type AddFlag, list, StartupError } from "@svc/program";
import { reloadMetrics } from "@svc/server";
import { type FeatureGate, knownFeatureGates } from "../command-line/known-feature-gates.ts";
import { type AllowedLabels, allowedLabelsShape } from "./metric-labels.ts";
import { type MeasureTokens, tokenCacheMetrics } from "./token-cache-metrics.ts";

export interface MetricsFlags {
  readonly showHiddenMetricsForVersion?: string;
  readonly disabledMetrics: readonly string[];
  readonly allowMetricLabels: AllowedLabels;
  readonly allowMetricLabelsManifest?: string;
}

export function addMetricsFlags(add: AddFlag): void {
  add(
    "--show-hidden-metrics-for-version <version>",
    "show metrics that were hidden in the version after this one; only 1.32 is accepted",
  );
  add("--disabled-metrics <names>", "comma-separated metrics to leave out", list([]));
  add(
    "--allow-metric-labels <pairs>",
    "label values to keep, as <metric>,<label>=<value>,<value>; other values become unexpected",
    allowedLabelsShape(),
  );
  add(
    "--allow-metric-labels-manifest <path>",
    "file with label values to keep; --allow-metric-labels takes precedence",
  );
}

/** The metrics of the server of this process. */
export interface ProcessMetrics {
  readonly metrics: Metrics;
  readonly authenticationReloaded: (ok: boolean) => void;
  readonly authorizationReloaded: (ok: boolean) => void;
  /** Observes the duration of verifying tokens of external issuers. */
  readonly tokenChecked: (issuer: string, ok: boolean, ms: number) => void;
  readonly measureTokens: MeasureTokens;
  /** Records the remaining lifetime of a client's certificate. */
  readonly certificateAccepted: (remainingMs: number) => void;
  readonly serviceAccountToken: (kind: ServiceAccountTokenKind) => void;
  /** Records a request that this process made. */
  readonly clientCalled: ReturnType<typeof restClientMetrics>;
  readonly handshakeFailed: () => void;
  /** Counts decisions by authorizer. */
  readonly decided: (by: AuthorizerConfiguration, verdict: "allow" | "deny") => void;
  /** Called with the outcome of a request to an authorization webhook. */
  readonly webhookCalled: (name: string, outcome: string, ms: number) => void;
  /** Durations of changes to the objects that nodes may read, by operation. */
  readonly nodeGraphChanged: Series<Histogram>;
}

/** @throws {StartupError} in the words of the original */
export function createProcessMetrics(
  flags: MetricsFlags,
  clock: Clock = systemClock,
  allowedLabels: AllowedLabels = flags.allowMetricLabels,
): ProcessMetrics {
  const { showHiddenMetricsForVersion: shown, disabledMetrics: disabled } = flags;
  if (shown !== undefined && shown !== "1.32")
    throw new StartupError(
      "--show-hidden-metrics-for-version must be omitted or have the value '1.32'. Only the previous minor version is allowed",
    );
  const metrics = createMetrics({
    process: true,
    showHidden: shown !== undefined,
    disabled,
    allowedLabels,
  });
  const serverId = `apiserver-${hostname()}`;
  return {
    metrics,
    authenticationReloaded: reloadMetrics({ metrics, clock, serverId, subject: "authentication_config" }),
    authorizationReloaded: reloadMetrics({ metrics, clock, serverId, subject: "authorization_config" }),
    tokenChecked: tokenMetrics(metrics),
    measureTokens: tokenCacheMetrics(metrics, clock),
    ...credentialMetrics(metrics),
    clientCalled: restClientMetrics(metrics),
    ...decisionMetrics(metrics),
    nodeGraphChanged: metrics.histogram({
      name: "node_authorizer_graph_actions_duration_seconds",
      help: "Duration of changes to the graph of objects that nodes may read.",
      labels: ["operation"],
      stability: "ALPHA",
      buckets: Array.from({ length: 12 }, (_, i) => 0.0001 * 2 ** i),
    }),
  };
}

const tokenBuckets: readonly number[] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function tokenMetrics(metrics: Metrics): ProcessMetrics["tokenChecked"] {
  const latency = metrics.histogram({
    name: "apiserver_authentication_jwt_authenticator_latency_seconds",
    help: "How long it took to check a token of another issuer.",
    labels: ["jwt_issuer_hash", "result"],
    stability: "ALPHA",
    buckets: tokenBuckets,
  });
  return (issuer, ok, ms) =>
    latency(`sha256:${createHash("sha256").update(issuer).digest("hex")}`, ok ? "success" : "failure").observe(
      ms / 1000,
    );
}

/** From the start of a day to a year, in seconds. */
const lifetimeBuckets: readonly number[] = [
  0, 1800, 3600, 7200, 21600, 43200, 86400, 172800, 345600, 604800, 2592000, 7776000, 15552000, 31104000,
];

function credentialMetrics(
  metrics: Metrics,
): Pick<ProcessMetrics, "certificateAccepted" | "serviceAccountToken" | "handshakeFailed"> {
  const counter = (name: string, help: string) => metrics.counter({ name, help, stability: "ALPHA" })();
  const lifetimes = metrics.histogram({
    name: "apiserver_client_certificate_expiration_seconds",
    help: "Remaining lifetime of the certificates that clients authenticate with.",
    stability: "ALPHA",
    buckets: lifetimeBuckets,
  })();
  const legacy = counter("serviceaccount_legacy_tokens_total", "Requests with a token from a Secret.");
  const ofLegacy = (name: string, help: string) => [legacy, counter(`serviceaccount_${name}_uses_total`, help)];
  const tokens: Readonly<Record<ServiceAccountTokenKind, readonly Counter[]>> = {
    valid: [counter("serviceaccount_valid_tokens_total", "Requests with a bound token of a service account.")],
    stale: [counter("serviceaccount_stale_tokens_total", "Requests with a token that its client should have renewed.")],
    "legacy-manual": ofLegacy("legacy_manual_token", "Requests with a token from a Secret that a client created."),
    "legacy-auto": ofLegacy("legacy_auto_token", "Requests with a token from a Secret that its account lists."),
    "legacy-invalid": ofLegacy("invalid_legacy_auto_token", "Requests with a token from a Secret that is invalid."),
  };
  const handshakes = counter("apiserver_tls_handshake_errors_total", "TLS handshakes that failed.");
  return {
    certificateAccepted: (remainingMs) => lifetimes.observe(remainingMs / 1000),
    serviceAccountToken: (kind) => {
      for (const total of tokens[kind]) total.add();
    },
    handshakeFailed: () => handshakes.add(),
  };
}

/** Reports whether each feature gate is enabled. @param product the prefix of the metric's name */
export function featureMetrics(metrics: Metrics, product: string, changed: Readonly<Record<string, boolean>>): void {
  const changes = new Map(Object.entries(changed));
  const isEnabled = (name: string, { stage, enabledByDefault }: FeatureGate): boolean => {
    const ofStage = stage === "ALPHA" ? changes.get("AllAlpha") : stage === "BETA" ? changes.get("AllBeta") : undefined;
    return changes.get(name) ?? ofStage ?? enabledByDefault;
  };
  metrics.collected({
    name: `${product}_feature_enabled`,
    help: "Whether a feature gate is enabled: 1 or 0.",
    labels: ["name", "stage"],
    stability: "BETA",
    type: "gauge",
    collect: () =>
      [...knownFeatureGates].map(([name, gate]) => ({
        labels: { name, stage: gate.stage },
        value: isEnabled(name, gate) ? 1 : 0,
      })),
  });
}

const webhookBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function decisionMetrics(metrics: Metrics): Pick<ProcessMetrics, "decided" | "webhookCalled"> {
  const decisions = metrics.counter({
    name: "apiserver_authorization_decisions_total",
    help: "Decisions, by the authorizer that made them. Authorizers without an opinion are not counted.",
    labels: ["decision", "name", "type"],
    stability: "ALPHA",
  });
  const calls = metrics.counter({
    name: "apiserver_authorization_webhook_evaluations_total",
    help: "Calls of authorization webhooks.",
    labels: ["name", "result"],
    stability: "ALPHA",
  });
  const duration = metrics.histogram({
    name: "apiserver_authorization_webhook_duration_seconds",
    help: "Duration of calls of authorization webhooks.",
    labels: ["name", "result"],
    stability: "ALPHA",
    buckets: webhookBuckets,
  });
  const cells = {
    allow: new WeakMap<AuthorizerConfiguration, Counter>(),
    deny: new WeakMap<AuthorizerConfiguration, Counter>(),
  };
  return {
    decided: (authorizer, verdict) => {
      const { name, type } = authorizer;
      let counter = cells[verdict].get(authorizer);
      if (counter === undefined) {
        counter = decisions(verdict === "allow" ? "allowed" : "denied", name, type);
        cells[verdict].set(authorizer, counter);
      }
      counter.add();
    },
    webhookCalled: (name, outcome, ms) => {
      calls(name, outcome).add();
      duration(name, outcome).observe(ms / 1000);
    },
  };
}
