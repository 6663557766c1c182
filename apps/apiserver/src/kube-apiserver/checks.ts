import { quote } from "@svc/base";
import { admissionPluginNames } from "../admission/check.ts";
import { isDirective, originProblem } from "../command-line/edge-flags.ts";
import { isLocked, knownFeatureGates } from "../command-line/known-feature-gates.ts";
import { FlagValueError, readBool } from "./flag-values.ts";
import { loggingProblem } from "./logging-checks.ts";

/** The values of flags by name; undefined for one that was not given. */
export type Values = ReadonlyMap<string, readonly string[]>;

/** The problem that a check found. */
type Check = (values: Values) => string | undefined;

const last = (values: Values, flag: string): string | undefined => values.get(flag)?.at(-1);
const isMissing = (values: Values, flag: string): boolean => (last(values, flag) ?? "") === "";
const isNegative = (values: Values, flag: string): boolean => last(values, flag)?.startsWith("-") === true;

function notNegative(flag: string, what = "negative value"): Check {
  return (values) => (isNegative(values, flag) ? `--${flag} can not be ${what}` : undefined);
}

/** Checks a flag that takes one of a few values. */
function oneOf(flag: string, allowed: readonly string[], message: (value: string) => string): Check {
  return (values) => {
    const value = last(values, flag) ?? "";
    return value === "" || allowed.includes(value) ? undefined : message(value);
  };
}

const mediaTypes = ["application/json", "application/vnd.kubernetes.protobuf", "application/yaml"];

/** Flags that the server does not start with: users would rely on an effect that it lacks. */
export const refusedFlags: ReadonlySet<string> = new Set(["encryption-provider-config"]);

/** Checks that end the start by themselves, in order. */
const firstChecks: readonly Check[] = [
  // Without an effect the flag would leave objects readable that its user believes to be encrypted.
  (values) =>
    isMissing(values, "encryption-provider-config")
      ? undefined
      : "--encryption-provider-config: this server does not encrypt stored objects; encrypt its disk or that of etcd instead",
  (values) => emulatedVersionProblem(values.get("emulated-version")),
  (values) => featureGateProblem(values.get("feature-gates")),
  (values) => loggingProblem(values, gatesOf(values.get("feature-gates"))),
];

function strictTransportProblem(values: Values): string | undefined {
  const directives = values.get("strict-transport-security-directives") ?? [];
  return directives.every((text) => text.startsWith("max-age=") || isDirective(text))
    ? undefined
    : "--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information";
}

function corsProblem(values: Values): string | undefined {
  const problem = (values.get("cors-allowed-origins") ?? []).map(originProblem).find((found) => found !== undefined);
  return problem === undefined ? undefined : `--cors-allowed-origins has an invalid regular expression: ${problem}`;
}

function nodePortProblem(values: Values): string | undefined {
  const port = Number(last(values, "kubernetes-service-node-port") ?? "0");
  if (port < 0 || port > 65_535)
    return `--kubernetes-service-node-port ${port} must be between 0 and 65535, inclusive. If 0, the Kubernetes master service will be of type ClusterIP`;
  const range = last(values, "service-node-port-range") ?? "30000-32767";
  const [low = 0, high = 0] = range.split("-").map(Number);
  return port !== 0 && (port < low || port > high)
    ? `kubernetes service node port range ${range} doesn't contain ${port}`
    : undefined;
}

const unknownPlugins: Check = (values) => {
  const known = admissionPluginNames();
  const unknown = (values.get("admission-control") ?? []).filter((name) => !known.has(name));
  return unknown.length === 0
    ? undefined
    : unknown.map((name) => `admission-control plugin ${quote(name)} is unknown`).join(", ");
};

const bothWaysOfPlugins: Check = (values) => {
  const isGiven = (flag: string): boolean => (values.get(flag) ?? []).length > 0;
  return isGiven("admission-control") && (isGiven("enable-admission-plugins") || isGiven("disable-admission-plugins"))
    ? "admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive"
    : undefined;
};

/** Checks whose problems are reported together. */
const checks: readonly Check[] = [
  emulationRangeProblem,
  forwardCompatibleProblem("emulation-forward-compatible", "EmulationForwardCompatible"),
  forwardCompatibleProblem("runtime-config-emulation-forward-compatible", "RuntimeConfigEmulationForwardCompatible"),
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
  strictTransportProblem,
  corsProblem,
  (values) => (isMissing(values, "etcd-servers") ? "--etcd-servers must be specified" : undefined),
  oneOf(
    "storage-backend",
    ["etcd3"],
    () => "--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'",
  ),
  oneOf(
    "storage-media-type",
    mediaTypes,
    (value) => `--storage-media-type ${quote(value)} invalid, allowed values: ${mediaTypes.join(", ")}`,
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
  nodePortProblem,
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
  unknownPlugins,
  bothWaysOfPlugins,
  (values) =>
    isMissing(values, "service-account-issuer") ||
    (isMissing(values, "service-account-signing-key-file") && isMissing(values, "service-account-signing-endpoint"))
      ? "--service-account-signing-key-file and --service-account-issuer are required flags"
      : undefined,
];

/**
 * The problem of a combination of valid flags, with the message of kube-apiserver; undefined if
 * there is none.
 */
export function findProblem(values: Values): string | undefined {
  for (const check of firstChecks) {
    const problem = check(values);
    if (problem !== undefined) return problem;
  }
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

/** The gates of texts that are well-formed. */
function gatesOf(texts: readonly string[] = []): ReadonlyMap<string, boolean> {
  const pairs = normalizeFeatureGates(texts).split(",");
  return new Map(
    pairs.map((pair) => {
      const [name = "", value] = pair.split("=");
      return [name, value === "true"];
    }),
  );
}

/** A well-formed gate that the server does not have, or that can't be changed any more. */
function gateProblem(pair: string): string | undefined {
  const [, component = "kube"] = /^([^:=]*):/.exec(pair.trimStart()) ?? [];
  if (component !== "kube") return `component not registered: ${component}`;
  const [name = "", value] = normalizeFeatureGates([pair]).split("=");
  const gate = knownFeatureGates.get(name);
  if (gate === undefined) return `unrecognized feature gate: ${name}`;
  return isLocked(name, gate) && String(gate.enabledByDefault) !== value
    ? `cannot set feature gate ${name} to ${value}, feature is locked to ${gate.enabledByDefault}`
    : undefined;
}

function featureGateProblem(texts: readonly string[] = []): string | undefined {
  try {
    normalizeFeatureGates(texts);
    const pairs = texts.flatMap((text) => text.split(",")).filter((pair) => pair.trim() !== "");
    return pairs.map(gateProblem).find((problem) => problem !== undefined);
  } catch (error) {
    if (error instanceof FlagValueError) return error.message;
    throw error;
  }
}

/** Versions of `--emulated-version`: `1.32` or `kube=1.32`. */
function emulatedVersionProblem(texts: readonly string[] = []): string | undefined {
  const found: string[] = [];
  for (const text of texts) {
    const at = text.indexOf("=");
    const component = at < 0 ? "kube" : text.slice(0, at);
    const version = text.slice(at + 1);
    const [, minor, patch] = /^v?\d+\.(\d+)(\.\d+)?$/.exec(version) ?? [];
    if (component !== "kube") return `component not registered: ${component}`;
    if (minor === undefined) return `could not parse ${quote(version)} as version`;
    if (patch !== undefined) return `patch version not allowed, got: kube=${version}`;
    found.push(version);
  }
  const [first, second] = found;
  return second === undefined ? undefined : `duplicate version flag, kube=${first} and kube=${second}`;
}

/** The oldest minor version of Kubernetes 1 that kube-apiserver 1.33 emulates, and its own. */
const emulated = { oldest: 31, newest: 33 } as const;

function emulationRangeProblem(values: Values): string | undefined {
  const version = last(values, "emulated-version")
    ?.replace(/^kube=/, "")
    .replace(/^v/, "");
  if (version === undefined) return undefined;
  const [major = 0, ofMajor = 0] = version.split(".").map(Number);
  const minor = major === 1 ? ofMajor : major < 1 ? 0 : Number.POSITIVE_INFINITY;
  const problem = `emulation version ${version} is not between [1.${emulated.oldest}, 1.${emulated.newest}.0]`;
  if (minor > emulated.newest) return problem;
  if (minor >= emulated.oldest) return undefined;
  const oldest = `1.${emulated.oldest}`;
  return `${problem}, minCompatibilityVersion version ${oldest} is not between [${oldest}, ${version}]`;
}

/** Both flags only make sense for an older version. */
function forwardCompatibleProblem(flag: string, name: string): Check {
  return (values) => {
    const version = last(values, "emulated-version") ?? `1.${emulated.newest}`;
    return last(values, flag) === "true" && version.endsWith(`1.${emulated.newest}`)
      ? `ServerRunOptions.${name} cannot be set to true if the emulation version is the same as the binary version`
      : undefined;
  };
}
