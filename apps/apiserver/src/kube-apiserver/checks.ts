import { FlagValueError, readBool } from "./flag-values.ts";

/** The values of flags by name; undefined for one that was not given. */
export type Values = ReadonlyMap<string, readonly string[]>;

/** What a check finds wrong. */
type Check = (values: Values) => string | undefined;

const last = (values: Values, flag: string): string | undefined => values.get(flag)?.at(-1);
const isMissing = (values: Values, flag: string): boolean => (last(values, flag) ?? "") === "";
const isNegative = (values: Values, flag: string): boolean => last(values, flag)?.startsWith("-") === true;

function notNegative(flag: string, what = "negative value"): Check {
  return (values) => (isNegative(values, flag) ? `--${flag} can not be ${what}` : undefined);
}

/** A flag whose value is one of a few. */
function oneOf(flag: string, allowed: readonly string[], message: (value: string) => string): Check {
  return (values) => {
    const value = last(values, flag) ?? "";
    return value === "" || allowed.includes(value) ? undefined : message(value);
  };
}

const mediaTypes = ["application/json", "application/vnd.kubernetes.protobuf", "application/yaml"];

/** Checks that end the start by themselves, in order. */
const firstChecks: readonly Check[] = [
  (values) => featureGateProblem(values.get("feature-gates")),
  oneOf(
    "logging-format",
    ["text", "json"],
    (value) => `format: Invalid value: ${JSON.stringify(value)}: Unsupported log format`,
  ),
];

/** Checks whose findings are shown together. */
const checks: readonly Check[] = [
  notNegative("max-requests-inflight"),
  notNegative("max-mutating-requests-inflight"),
  notNegative("request-timeout"),
  notNegative("min-request-timeout"),
  notNegative("shutdown-delay-duration"),
  notNegative("livez-grace-period", "a negative value"),
  (values) => {
    const chance = Number(last(values, "goaway-chance") ?? "0");
    return chance < 0 || chance > 0.02 ? "--goaway-chance can not be less than 0 or greater than 0.02" : undefined;
  },
  (values) => (isMissing(values, "etcd-servers") ? "--etcd-servers must be specified" : undefined),
  oneOf(
    "storage-backend",
    ["etcd3"],
    () => "--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'",
  ),
  oneOf(
    "storage-media-type",
    mediaTypes,
    (value) => `--storage-media-type ${JSON.stringify(value)} invalid, allowed values: ${mediaTypes.join(", ")}`,
  ),
  (values) =>
    last(values, "encryption-provider-config-automatic-reload") === "true" &&
    isMissing(values, "encryption-provider-config")
      ? "--encryption-provider-config-automatic-reload must be set with --encryption-provider-config"
      : undefined,
  (values) => {
    const port = Number(last(values, "secure-port") ?? "6443");
    return port < 1 || port > 65_535
      ? `--secure-port ${port} must be between 1 and 65535, inclusive. It cannot be turned off with 0`
      : undefined;
  },
  (values) => (isMissing(values, "service-account-issuer") ? "service-account-issuer is a required flag" : undefined),
  (values) =>
    isMissing(values, "service-account-key-file") && isMissing(values, "service-account-signing-endpoint")
      ? "either `--service-account-key-file` or `--service-account-signing-endpoint` must be set"
      : undefined,
  (values) => {
    const count = last(values, "apiserver-count") ?? "1";
    return Number(count) < 1
      ? `--apiserver-count should be a positive number, but value '${count}' provided`
      : undefined;
  },
  (values) =>
    isMissing(values, "service-account-issuer") ||
    (isMissing(values, "service-account-signing-key-file") && isMissing(values, "service-account-signing-endpoint"))
      ? "--service-account-signing-key-file and --service-account-issuer are required flags"
      : undefined,
];

/**
 * What is wrong with flags that are well-formed each, in the words of kube-apiserver; undefined if
 * nothing is.
 */
export function findProblem(values: Values): string | undefined {
  const first = firstChecks.map((check) => check(values)).find((problem) => problem !== undefined);
  if (first !== undefined) return first;
  const problems = checks.map((check) => check(values)).filter((problem) => problem !== undefined);
  return problems.length > 1 ? `[${problems.join(", ")}]` : problems[0];
}

/** `Gate=true,Other=T` with its values spelled out. @throws {FlagValueError} */
export function normalizeFeatureGates(texts: readonly string[]): string {
  const gates = texts.flatMap((text) => text.split(",")).map((pair) => pair.trim());
  return gates
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      const gate = (at < 0 ? pair : pair.slice(0, at)).replace(/^[^:]*:/, "");
      if (at < 0) throw new FlagValueError(`missing bool value for ${gate}`);
      const value = pair.slice(at + 1).trim();
      try {
        return `${gate.trim()}=${readBool(value)}`;
      } catch (error) {
        throw new FlagValueError(`invalid value of ${gate}=${value}, err: ${(error as Error).message}`);
      }
    })
    .join(",");
}

function featureGateProblem(texts: readonly string[] = []): string | undefined {
  try {
    normalizeFeatureGates(texts);
    return undefined;
  } catch (error) {
    if (error instanceof FlagValueError) return error.message;
    throw error;
  }
}
