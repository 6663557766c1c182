import { isDirective, originProblem } from "../../command-line/edge-flags.ts";
import { admissionChecks, flowControlProblem, runtimeConfigProblem } from "./api-checks.ts";
import { auditChecks } from "./audit-checks.ts";
import {
  allOf,
  type Check,
  isMissing,
  joinProblems,
  notNegative,
  problemsOf,
  type Values,
  valueOrDefault,
} from "./check.ts";
import {
  authenticationChecks,
  authorizationProblems,
  externalSignerProblem,
  tokenLifeProblem,
  tokenRequestProblems,
} from "./identity-checks.ts";
import { loggingProblem } from "./logging-checks.ts";
import { metricsChecks } from "./metrics-checks.ts";
import { serviceNetworkChecks, unreadableRange } from "./service-network-checks.ts";
import { storageChecks, watchCacheSizeProblem } from "./storage-checks.ts";
import {
  emulatedVersionProblem,
  emulationRangeProblem,
  featureGateProblem,
  forwardCompatibleProblem,
  gatesOf,
} from "./version-checks.ts";

/** Flags that the server does not start with: users would rely on an effect that it lacks. */
export const refusedFlags: ReadonlySet<string> = new Set([
  "encryption-provider-config",
  "service-account-signing-endpoint",
]);

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
  unreadableRange,
  tokenLifeProblem,
  externalSignerProblem,
  watchCacheSizeProblem,
];

function strictTransportProblems(values: Values): readonly string[] {
  return allOf(values, "strict-transport-security-directives").flatMap((text) => {
    if (text.trim() === "") return ["empty value in strict-transport-security-directives"];
    return text.startsWith("max-age=") || isDirective(text)
      ? []
      : [
          "--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information",
        ];
  });
}

function corsProblems(values: Values): readonly string[] {
  return allOf(values, "cors-allowed-origins")
    .map(originProblem)
    .filter((problem) => problem !== undefined)
    .map((problem) => `--cors-allowed-origins has an invalid regular expression: ${problem}`);
}

/** The proxy between servers of several versions is an alpha feature of the original. */
function peerProblem(flag: string): Check {
  return (values) => {
    const gates = allOf(values, "feature-gates").join(",");
    return isMissing(values, flag) || /UnknownVersionInteroperabilityProxy|AllAlpha/.test(gates)
      ? undefined
      : `--${flag} requires UnknownVersionInteroperabilityProxy feature to be turned on`;
  };
}

/** Checks whose problems are reported together, in the order of kube-apiserver. */
const checks: readonly Check[] = [
  notNegative("livez-grace-period", "--livez-grace-period can not be a negative value"),
  notNegative("max-requests-inflight"),
  notNegative("max-mutating-requests-inflight"),
  notNegative("request-timeout"),
  (values) => {
    const chance = Number(valueOrDefault(values, "goaway-chance"));
    return chance < 0 || chance > 0.02 ? "--goaway-chance can not be less than 0 or greater than 0.02" : undefined;
  },
  notNegative("min-request-timeout"),
  notNegative("storage-initialization-timeout"),
  notNegative("shutdown-delay-duration"),
  notNegative(
    "shutdown-watch-termination-grace-period",
    "shutdown-watch-termination-grace-period, if provided, can not be a negative value",
  ),
  strictTransportProblems,
  corsProblems,
  emulationRangeProblem,
  forwardCompatibleProblem("emulation-forward-compatible", "EmulationForwardCompatible"),
  forwardCompatibleProblem("runtime-config-emulation-forward-compatible", "RuntimeConfigEmulationForwardCompatible"),
  ...storageChecks,
  flowControlProblem,
  (values) => {
    const port = Number(valueOrDefault(values, "secure-port"));
    return port < 1 || port > 65_535
      ? `--secure-port ${port} must be between 1 and 65535, inclusive. It cannot be turned off with 0`
      : undefined;
  },
  ...authenticationChecks,
  authorizationProblems,
  ...auditChecks,
  ...admissionChecks,
  runtimeConfigProblem,
  tokenRequestProblems,
  ...metricsChecks,
  ...["peer-ca-file", "peer-advertise-ip", "peer-advertise-port"].map(peerProblem),
  ...serviceNetworkChecks,
  (values) => {
    const count = valueOrDefault(values, "apiserver-count");
    return Number(count) < 1
      ? `--apiserver-count should be a positive number, but value '${count}' provided`
      : undefined;
  },
];

/**
 * The problem of a combination of valid flags, with the message of kube-apiserver; undefined if
 * there is none.
 */
export function findProblem(values: Values): string | undefined {
  for (const check of firstChecks) {
    const first = joinProblems(problemsOf([check], values));
    if (first !== undefined) return first;
  }
  return joinProblems(problemsOf(checks, values));
}
