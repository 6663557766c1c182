import { boolean, duration, integer, type Shape } from "../flag-shapes.ts";

/**
 * What every backend can be told. Names are completed by the backend's: `auditLogMode`,
 * `auditWebhookMode`.
 */
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

/** What is recorded of requests, and where. */
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

/** Those of one backend, by names without it. */
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

type Add = (flags: string, description: string, shape?: Shape) => void;

const max = 2_147_483_647;

export function addAuditFlags(add: Add): void {
  add("--audit-policy-file <path>", "which requests are recorded, and how much of them; without it none are");
  add("--audit-log-path <path>", "the file that audit events go to; - is standard output");
  add("--audit-log-format <format>", "json or legacy", text("json"));
  add("--audit-log-maxage <days>", "how long old audit files are kept; 0 for ever", integer(0, 0, max));
  add("--audit-log-maxbackup <n>", "how many old audit files are kept; 0 all", integer(0, 0, max));
  add("--audit-log-maxsize <MB>", "when a new audit file is begun; 0 at 100", integer(0, 0, max));
  add("--audit-log-compress [bool]", "whether old audit files are compressed", boolean(false));
  add("--audit-webhook-config-file <path>", "a kubeconfig that says to whom audit events are sent");
  add("--audit-webhook-initial-backoff <duration>", "how long the first new attempt waits", duration("10s"));
  addBackend(add, "log", { mode: "blocking", maxSize: 1, maxWait: "0s", throttle: false, perSecond: 0, burst: 0 });
  addBackend(add, "webhook", { mode: "batch", maxSize: 400, maxWait: "30s", throttle: true, perSecond: 10, burst: 15 });
}

function addBackend(
  add: Add,
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
    "batch, blocking, or blocking-strict: what is not recorded is refused",
    text(mode),
  );
  add(`--audit-${name}-version <version>`, "of the events; there is one (default: that)", text(""));
  add(`${batch}-buffer-size <n>`, "events that may wait; what comes past it is lost", integer(10_000, 0, max));
  add(`${batch}-max-size <n>`, "events that go at once", integer(maxSize, 0, max));
  add(`${batch}-max-wait <duration>`, "how long a batch waits to become full", duration(maxWait));
  add(`${batch}-throttle-enable [bool]`, "whether the number of batches is bounded", boolean(throttle));
  add(`${batch}-throttle-qps <n>`, "batches a second, on average", integer(perSecond, 0, max));
  add(`${batch}-throttle-burst <n>`, "batches in a row", integer(burst, 0, max));
  add(`${truncate}-enabled [bool]`, "whether events that are too large lose what they are about", boolean(false));
  add(`${truncate}-max-batch-size <bytes>`, "of events that go at once", integer(10_485_760, 0, max));
  add(`${truncate}-max-event-size <bytes>`, "of one event", integer(102_400, 0, max));
}

function text(byDefault: string): Shape {
  return (option) => (byDefault === "" ? option.default("", "none") : option.default(byDefault));
}
