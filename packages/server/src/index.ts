export { admissionStepNames } from "./admission/steps.ts";
export type { AuditConfig } from "./audit/audit.ts";
export type { AuditBackend } from "./audit/backend.ts";
export type { AuditEvent } from "./audit/event.ts";
export { type BackendOptions, createLogBackend } from "./audit/log-backend.ts";
export { openLogFile } from "./audit/log-file.ts";
export { type ParsedAuditPolicy, parseAuditPolicy } from "./audit/parse-policy.ts";
export type { AuditPolicy, AuditRule } from "./audit/policy.ts";
export { createWebhookBackend } from "./audit/webhook-backend.ts";
export { createServer, type Server } from "./create-server.ts";
export { type Answer, BodyTooLargeError, type Handler, type HttpRequest, type StreamBody } from "./http/exchange.ts";
export type { Listener, ListenOptions, TlsOptions } from "./http/listen.ts";
export type { Counter, Gauge, Histogram } from "./metrics/cells.ts";
export type { MetricOptions, Sample, Series, Stability } from "./metrics/family.ts";
export { createMetrics, type Metrics, type MetricsOptions } from "./metrics/metrics.ts";
export { reloadMetrics } from "./metrics/reload-metrics.ts";
export { defaultLimits, type ServerLimits } from "./parts.ts";
export type { ServerConfig } from "./server-config.ts";
export type { ServerObjects } from "./service-accounts/cluster-objects.ts";
export type { ServiceAccountTokens } from "./service-accounts/service-account-tokens.ts";
export type { RuntimeConfig } from "./serving.ts";
export type { Component } from "./subresources/component-statuses.ts";
export {
  type AuthorityOptions,
  type IssueOptions,
  issueCertificate,
  type KeyPair,
  makeAuthority,
  type Subject,
} from "./tls/certificates.ts";
