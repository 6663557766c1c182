import { type AddFlag, boolean, duration, integer, type OptionType } from "@svc/program";

/** Flags of one backend, without the name of the backend: `Mode` of `auditLogMode`. */
interface BackendFlags {
  readonly Mode: string;
  readonly Version: string;
  readonly BatchBufferSize: number;
  readonly BatchMaxSize: number;
  /** Milliseconds. */
  readonly BatchMaxWait: number;
  readonly BatchThrottleEnable: boolean;
  readonly BatchThrottleQps: number;
  readonly BatchThrottleBurst: number;
  readonly TruncateEnabled: boolean;
  readonly TruncateMaxBatchSize: number;
  readonly TruncateMaxEventSize: number;
}

export type BackendName = "Log" | "Webhook";

type Named<Name extends BackendName> = {
  readonly [Key in keyof BackendFlags as `audit${Name}${Key}`]: BackendFlags[Key];
};

/** Flags of the audit policy and of the audit backends. */
export interface AuditFlags extends Named<"Log">, Named<"Webhook"> {
  readonly auditPolicyFile?: string;
  readonly auditLogPath?: string;
  readonly auditLogFormat: string;
  readonly auditLogMaxage: number;
  readonly auditLogMaxbackup: number;
  readonly auditLogMaxsize: number;
  readonly auditLogCompress: boolean;
  readonly auditWebhookConfigFile?: string;
  /** Milliseconds. */
  readonly auditWebhookInitialBackoff: number;
}

/** Returns the flags of one backend. */
export function backendFlags(flags: AuditFlags, name: BackendName): BackendFlags {
  return {
    Mode: flags[`audit${name}Mode`],
    Version: flags[`audit${name}Version`],
    BatchBufferSize: flags[`audit${name}BatchBufferSize`],
    BatchMaxSize: flags[`audit${name}BatchMaxSize`],
    BatchMaxWait: flags[`audit${name}BatchMaxWait`],
    BatchThrottleEnable: flags[`audit${name}BatchThrottleEnable`],
    BatchThrottleQps: flags[`audit${name}BatchThrottleQps`],
    BatchThrottleBurst: flags[`audit${name}BatchThrottleBurst`],
    TruncateEnabled: flags[`audit${name}TruncateEnabled`],
    TruncateMaxBatchSize: flags[`audit${name}TruncateMaxBatchSize`],
    TruncateMaxEventSize: flags[`audit${name}TruncateMaxEventSize`],
  };
}

const max = 2_147_483_647;

export function addAuditFlags(add: AddFlag): void {
  add("--audit-policy-file <path>", "file with the audit policy; without it nothing is audited");
  add("--audit-log-path <path>", "file for audit events; - for standard output");
  add("--audit-log-format <format>", "format of audit events in the log, json or legacy", text("json"));
  add("--audit-log-maxage <days>", "age at which old audit files are deleted; 0 never", integer(0, 0, max));
  add("--audit-log-maxbackup <n>", "maximum number of old audit files; 0 for no limit", integer(0, 0, max));
  add("--audit-log-maxsize <MB>", "size at which an audit file is rotated; 0 selects 100", integer(0, 0, max));
  add("--audit-log-compress [bool]", "compress old audit files", boolean(false));
  add("--audit-webhook-config-file <path>", "kubeconfig with the URL and the credentials of the audit webhook");
  add("--audit-webhook-initial-backoff <duration>", "delay before the first retry", duration("10s"));
  addBackend(add, "log", { mode: "blocking", maxSize: 1, maxWait: "0s", throttle: false, perSecond: 0, burst: 0 });
  addBackend(add, "webhook", { mode: "batch", maxSize: 400, maxWait: "30s", throttle: true, perSecond: 10, burst: 15 });
}

function addBackend(
  add: AddFlag,
  name: string,
  defaults: {
    readonly mode: string;
    readonly maxSize: number;
    readonly maxWait: string;
    readonly throttle: boolean;
    readonly perSecond: number;
    readonly burst: number;
  },
): void {
  const { mode, maxSize, maxWait, throttle, perSecond, burst } = defaults;
  const batch = `--audit-${name}-batch`;
  const truncate = `--audit-${name}-truncate`;
  add(
    `--audit-${name}-mode <mode>`,
    "batch, blocking, or blocking-strict, which fails requests that cannot be audited",
    text(mode),
  );
  add(`--audit-${name}-version <version>`, "API version of the events (default: audit.<group>/v1)", text(""));
  add(
    `${batch}-buffer-size <n>`,
    "maximum number of events that wait for a batch; further events are lost",
    integer(10_000, 0, max),
  );
  add(`${batch}-max-size <n>`, "maximum number of events in a batch", integer(maxSize, 0, max));
  add(`${batch}-max-wait <duration>`, "maximum time that a batch waits to fill", duration(maxWait));
  add(`${batch}-throttle-enable [bool]`, "limit the rate of batches", boolean(throttle));
  add(`${batch}-throttle-qps <n>`, "average number of batches per second", integer(perSecond, 0, max));
  add(`${batch}-throttle-burst <n>`, "maximum number of batches in a burst", integer(burst, 0, max));
  add(`${truncate}-enabled [bool]`, "remove the objects from events that are too large", boolean(false));
  add(`${truncate}-max-batch-size <bytes>`, "maximum size of a batch", integer(10_485_760, 0, max));
  add(`${truncate}-max-event-size <bytes>`, "maximum size of an event", integer(102_400, 0, max));
}

function text(byDefault: string): OptionType {
  return (option) => (byDefault === "" ? option.default("", "") : option.default(byDefault));
}
