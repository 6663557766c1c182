import {
  type AuditBackend,
  type AuditConfig,
  type AuditPolicy,
  auditMetrics,
  type BackendOptions,
  createLogBackend,
  createWebhookBackend,
  openLogFile,
  parseAuditPolicy,
} from "@svc/audit";
import type { Clock, Log } from "@svc/base";
import type { Egress } from "@svc/http/client";
import { aggregateText, type Dialect } from "@svc/meta";
import { readFlagFile, StartupError } from "@svc/program";
import { parseConfigurationFile } from "../files/configuration-file.ts";
import type { ProcessMetrics } from "../metrics/metrics.ts";
import { connectWebhook, kubeconfigProblem } from "../webhooks/webhook-connection.ts";
import { checkAuditFlags } from "./check.ts";
import { type AuditFlags, type BackendName, backendFlags } from "./flags.ts";

export interface AuditOptions {
  readonly flags: AuditFlags;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<ProcessMetrics, "metrics" | "clientCalled">;
  readonly egress: Egress;
  /** Takes lines for standard output. */
  readonly print: (text: string) => void;
}

const dayMs = 86_400_000;
const defaultMegabytes = 100;

/**
 * The audit extension that the flags configure; undefined without auditing.
 * @throws {StartupError} with the messages of kube-apiserver
 */
export async function loadAudit(options: AuditOptions): Promise<AuditConfig | undefined> {
  const { flags, dialect } = options;
  const problems = checkAuditFlags(flags, dialect.expand("audit.{api}/v1"));
  if (problems.length > 0) throw new StartupError(aggregateText(problems));
  const { auditPolicyFile: path, auditLogPath: logPath, auditWebhookConfigFile: webhook } = flags;
  if (path === undefined) return undefined;
  const policy = await loadPolicy(path, options);
  const backends = [
    ...(logPath === undefined ? [] : [logBackend(logPath, options)]),
    ...(webhook === undefined ? [] : [await webhookBackend(webhook, options)]),
  ];
  if (backends.length === 0) options.log.warn("an audit policy is given, but nowhere to write", { path });
  return backends.length === 0 ? undefined : { policy, backends };
}

async function loadPolicy(path: string, { dialect, log }: AuditOptions): Promise<AuditPolicy> {
  const file = parseConfigurationFile(await readFlagFile("--audit-policy-file", path));
  const parsed = file.ok
    ? parseAuditPolicy(file.value, dialect)
    : { ok: false as const, message: `failed decoding: ${file.message}` };
  if (!parsed.ok) throw new StartupError(`loading audit policy file: ${parsed.message}: from file ${path}`);
  if (parsed.warnings.length > 0)
    log.warn("an audit policy has unknown fields, which are ignored", {
      path,
      fields: parsed.warnings,
    });
  return parsed.policy;
}

function commonOptions(name: BackendName, { flags, dialect, clock, log, metrics }: AuditOptions): BackendOptions {
  const of = backendFlags(flags, name);
  const counts = metrics.metrics.once(auditMetrics);
  return {
    clock,
    mode: of.Mode as BackendOptions["mode"],
    batch: {
      bufferSize: of.BatchBufferSize,
      maxSize: of.BatchMaxSize,
      maxWaitMs: of.BatchMaxWait,
      ...(of.BatchThrottleEnable ? { throttle: { perSecond: of.BatchThrottleQps, burst: of.BatchThrottleBurst } } : {}),
    },
    ...(of.TruncateEnabled ? { maxEventBytes: of.TruncateMaxEventSize } : {}),
    truncatedMark: dialect.expand("audit.{api}/truncated"),
    lost: (events, error) => {
      counts.error(name.toLowerCase(), events);
      log.error("audit events are lost", { backend: name, events, error: String(error) });
    },
  };
}

function logBackend(path: string, options: AuditOptions): AuditBackend {
  const { flags, clock, log, print } = options;
  const { auditLogFormat: format, auditLogMaxsize: megabytes, auditLogCompress: compress } = flags;
  const common = commonOptions("Log", options);
  const standardOutput = { append: print, close: async () => undefined };
  const open = () =>
    openLogFile({
      path,
      clock,
      log,
      compress,
      maxBytes: (megabytes === 0 ? defaultMegabytes : megabytes) * 1024 * 1024,
      maxBackups: flags.auditLogMaxbackup,
      maxAgeMs: flags.auditLogMaxage * dayMs,
    });
  try {
    return createLogBackend({
      ...common,
      format: format === "json" ? "json" : "legacy",
      out: path === "-" ? standardOutput : open(),
    });
  } catch (cause) {
    throw new StartupError(`--audit-log-path: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

async function webhookBackend(path: string, options: AuditOptions): Promise<AuditBackend> {
  const { flags, dialect, clock, egress, metrics } = options;
  try {
    return createWebhookBackend({
      ...commonOptions("Webhook", options),
      apiVersion: dialect.expand("audit.{api}/v1"),
      post: await connectWebhook({ path, dialect, clock, egress, metrics, purpose: "audit" }),
      initialBackoffMs: flags.auditWebhookInitialBackoff,
    });
  } catch (error) {
    throw new StartupError(`initializing audit webhook: ${kubeconfigProblem(error)}`, { cause: error });
  }
}
