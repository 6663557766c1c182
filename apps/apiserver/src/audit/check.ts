import { quote } from "@svc/base";
import { type AuditFlags, type BackendName, backendFlags } from "./flags.ts";

const modes: readonly string[] = ["batch", "blocking", "blocking-strict"];
const formats: readonly string[] = ["legacy", "json"];

/**
 * The problems of the audit flags, with the messages of kube-apiserver.
 * @param version the API version of events
 */
export function checkAuditFlags(flags: AuditFlags, version: string): readonly string[] {
  const { auditLogPath, auditLogFormat, auditWebhookConfigFile } = flags;
  return [
    ...(auditLogPath === undefined ? [] : backendProblems(flags, "Log", version)),
    ...(auditLogPath === undefined || formats.includes(auditLogFormat)
      ? []
      : [`invalid audit log format ${auditLogFormat}, allowed formats are ${quote(formats.join(","))}`]),
    ...(auditWebhookConfigFile === undefined ? [] : backendProblems(flags, "Webhook", version)),
  ];
}

function backendProblems(flags: AuditFlags, backend: BackendName, version: string): readonly string[] {
  const of = backendFlags(flags, backend);
  const name = backend.toLowerCase();
  if (!modes.includes(of.Mode))
    return [`invalid audit ${name} mode ${of.Mode}, allowed modes are ${quote(modes.join(","))}`];
  const positive = (what: string, value: number): readonly string[] =>
    value > 0 ? [] : [`invalid audit ${what} ${value}, must be a positive number`];
  return [
    ...(of.Mode === "batch"
      ? [
          ...positive(`batch ${name} buffer size`, of.BatchBufferSize),
          ...positive(`batch ${name} max batch size`, of.BatchMaxSize),
          ...(of.BatchThrottleEnable
            ? [
                ...positive(`batch ${name} throttle QPS`, of.BatchThrottleQps),
                ...positive(`batch ${name} throttle burst`, of.BatchThrottleBurst),
              ]
            : []),
        ]
      : []),
    ...(of.TruncateEnabled ? truncateProblems(name, of.TruncateMaxEventSize, of.TruncateMaxBatchSize) : []),
    ...(of.Version === "" || of.Version === version
      ? []
      : [`invalid group version, allowed versions are [${quote(version)}]`]),
  ];
}

function truncateProblems(name: string, eventBytes: number, batchBytes: number): readonly string[] {
  if (eventBytes <= 0)
    return [`invalid audit truncate ${name} max event size ${eventBytes}, must be a positive number`];
  return batchBytes < eventBytes
    ? [
        `invalid audit truncate ${name} max batch size ${batchBytes}, must be greater than max event size (${eventBytes})`,
      ]
    : [];
}
