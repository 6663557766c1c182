import { type Check, isMissing, type Values, valueOrDefault } from "./check.ts";

/** A destination of audit events. Its flags begin with `audit-<name>`. */
interface Destination {
  readonly name: "log" | "webhook";
  /** The flag that turns the destination on: without it no other flag of it is checked. */
  readonly turnedOnBy: string;
}

const log: Destination = { name: "log", turnedOnBy: "audit-log-path" };
const webhook: Destination = { name: "webhook", turnedOnBy: "audit-webhook-config-file" };

function checksOf(destination: Destination, checks: readonly Check[]): Check {
  return (values) => (isMissing(values, destination.turnedOnBy) ? [] : checks.flatMap((check) => check(values) ?? []));
}

const modes = ["batch", "blocking", "blocking-strict"];

/** Only the first problem of batches is reported. */
function batchProblem({ name }: Destination): Check {
  const flag = (part: string): string => `audit-${name}-batch-${part}`;
  return (values) => {
    const mode = valueOrDefault(values, `audit-${name}-mode`);
    if (!modes.includes(mode)) return `invalid audit ${name} mode ${mode}, allowed modes are "${modes.join(",")}"`;
    if (mode !== "batch") return undefined;
    const limits = [
      ["buffer size", flag("buffer-size")],
      ["max batch size", flag("max-size")],
      ...(valueOrDefault(values, flag("throttle-enable")) === "true"
        ? [
            ["throttle QPS", flag("throttle-qps")],
            ["throttle burst", flag("throttle-burst")],
          ]
        : []),
    ] as const;
    const bad = limits.find(([, limit = ""]) => Number(valueOrDefault(values, limit)) <= 0);
    return (
      bad && `invalid audit batch ${name} ${bad[0]} ${valueOrDefault(values, bad[1] ?? "")}, must be a positive number`
    );
  };
}

function truncationProblem({ name }: Destination): Check {
  return (values) => {
    const event = valueOrDefault(values, `audit-${name}-truncate-max-event-size`);
    const batch = valueOrDefault(values, `audit-${name}-truncate-max-batch-size`);
    if (BigInt(event) <= 0n) return `invalid audit truncate ${name} max event size ${event}, must be a positive number`;
    return BigInt(batch) < BigInt(event)
      ? `invalid audit truncate ${name} max batch size ${batch}, must be greater than max event size (${event})`
      : undefined;
  };
}

function versionProblem({ name }: Destination): Check {
  return (values) => {
    const version = valueOrDefault(values, `audit-${name}-version`);
    if (version.split("/").length > 2) return `unexpected GroupVersion string: ${version}`;
    return version === "audit.k8s.io/v1"
      ? undefined
      : 'invalid group version, allowed versions are ["audit.k8s.io/v1"]';
  };
}

const formats = ["legacy", "json"];

function formatProblem(values: Values): string | undefined {
  const format = valueOrDefault(values, "audit-log-format");
  return formats.includes(format)
    ? undefined
    : `invalid audit log format ${format}, allowed formats are "${formats.join(",")}"`;
}

function rotationProblem(flag: string): Check {
  return (values) => {
    const value = valueOrDefault(values, flag);
    return value.startsWith("-") ? `--${flag} ${value} can't be a negative number` : undefined;
  };
}

/** Checks of the flags of audit, in the order of their messages. */
export const auditChecks: readonly Check[] = [
  checksOf(log, [
    batchProblem(log),
    truncationProblem(log),
    versionProblem(log),
    formatProblem,
    ...["audit-log-maxage", "audit-log-maxbackup", "audit-log-maxsize"].map(rotationProblem),
  ]),
  checksOf(webhook, [batchProblem(webhook), truncationProblem(webhook), versionProblem(webhook)]),
];
