import { urlParts } from "@svc/api";
import { parseDurationMs, quote } from "@svc/base";
import { allOf, type Check, isMissing, last, type Values, valueOrDefault } from "./check.ts";

const oidcFlags = [
  "oidc-issuer-url",
  "oidc-client-id",
  "oidc-ca-file",
  "oidc-username-claim",
  "oidc-username-prefix",
  "oidc-groups-claim",
  "oidc-groups-prefix",
  "oidc-signing-algs",
  "oidc-required-claim",
];

function oidcProblem(values: Values): string | undefined {
  if (!oidcFlags.some((flag) => values.has(flag))) return undefined;
  if (!isMissing(values, "authentication-config"))
    return "authentication-config file and oidc-* flags are mutually exclusive";
  return isMissing(values, "oidc-issuer-url") || isMissing(values, "oidc-client-id")
    ? "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set"
    : undefined;
}

function issuerProblems(values: Values): readonly string[] {
  const issuers = allOf(values, "service-account-issuer");
  if (issuers.length === 0) return ["service-account-issuer is a required flag"];
  const seen = new Set<string>();
  return issuers.flatMap((issuer, i) => {
    if (issuer === "") return ["service-account-issuer should not be an empty string"];
    const parts = issuer.includes(":") ? urlParts(issuer) : undefined;
    if (typeof parts === "string")
      return [
        `service-account-issuer ${quote(issuer)} contained a ':' but was not a valid URL: parse ${quote(issuer)}: ${parts}`,
      ];
    if (issuers.indexOf(issuer) === i || seen.has(issuer)) return [];
    seen.add(issuer);
    return [`service-account-issuer ${quote(issuer)} is already specified`];
  });
}

function keyFileProblem(values: Values): string | undefined {
  const isExternal = !isMissing(values, "service-account-signing-endpoint") && values.has("service-account-issuer");
  return values.has("service-account-key-file") || isExternal
    ? undefined
    : "either `--service-account-key-file` or `--service-account-signing-endpoint` must be set";
}

function keySetProblem(values: Values): string | undefined {
  const text = last(values, "service-account-jwks-uri") ?? "";
  if (text === "") return undefined;
  const parts = urlParts(text);
  if (typeof parts === "string") return `service-account-jwks-uri must be a valid URL: parse ${quote(text)}: ${parts}`;
  return parts.scheme === "https" ? undefined : `service-account-jwks-uri requires https scheme, parsed as: ${text}`;
}

/** Headers and names of authenticating proxies, in the order of their messages. */
const proxyFlags = [
  "requestheader-username-headers",
  "requestheader-group-headers",
  "requestheader-extra-headers-prefix",
  "requestheader-allowed-names",
  "requestheader-uid-headers",
];

function proxyProblems(values: Values): readonly string[] {
  const empty = proxyFlags
    .filter((flag) => allOf(values, flag).some((text) => text.trim() === ""))
    .map((flag) => `empty value in ${quote(flag)}`);
  const uid = allOf(values, "requestheader-uid-headers");
  return uid.length === 0 || uid.some((name) => name.toLowerCase() === "x-remote-uid")
    ? empty
    : [
        ...empty,
        "--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header - API aggregation will not work",
      ];
}

/** Checks of how users prove who they are, in the order of their messages. */
export const authenticationChecks: readonly Check[] = [
  oidcProblem,
  issuerProblems,
  keyFileProblem,
  keySetProblem,
  proxyProblems,
];

const modes: ReadonlySet<string> = new Set(["AlwaysAllow", "AlwaysDeny", "ABAC", "Webhook", "RBAC", "Node"]);

/** Files that a mode needs, and that no other mode has. */
const modeFiles = [
  ["ABAC", "authorization-policy-file", "authorization policy"],
  ["Webhook", "authorization-webhook-config-file", "authorization config"],
] as const;

/** Checks the modes of authorization and their files. */
export const authorizationProblems: Check = (values) => {
  if (!isMissing(values, "authorization-config"))
    return [...values.keys()].some((flag) => flag === "authorization-mode" || flag.startsWith("authorization-webhook-"))
      ? "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined"
      : undefined;
  const requested = allOf(values, "authorization-mode");
  const problems = [...new Set(requested)].flatMap((mode) => {
    if (!modes.has(mode)) return [`authorization-mode ${quote(mode)} is not a valid mode`];
    const [, flag = "", what = ""] = modeFiles.find(([name]) => name === mode) ?? [];
    return flag !== "" && isMissing(values, flag) ? [`authorization-mode ${mode}'s ${what} file not passed`] : [];
  });
  const unused = modeFiles
    .filter(([mode, flag]) => !isMissing(values, flag) && !requested.includes(mode))
    .map(([mode, flag]) => `cannot specify --${flag} without mode ${mode}`);
  const list = requested.map((mode) => quote(mode)).join(" ");
  const repeated =
    new Set(requested).size < requested.length
      ? [`authorization-mode [${list}] has mode specified more than once`]
      : [];
  return [...problems, ...unused, ...repeated];
};

const hourMs = 3_600_000;
const longestTokenMs = 2 ** 32 * 1000;

/** Ends the start by itself: the longest life of tokens. */
export const tokenLifeProblem: Check = (values) => {
  const life = parseDurationMs(valueOrDefault(values, "service-account-max-token-expiration")) ?? 0;
  return life !== 0 && (life < hourMs || life > longestTokenMs)
    ? "the service-account-max-token-expiration must be between 1 hour and 2^32 seconds"
    : undefined;
};

/** Ends the start by itself: tokens are signed by a key of a file, or elsewhere. */
export const externalSignerProblem: Check = (values) => {
  if (isMissing(values, "service-account-signing-endpoint") || isMissing(values, "service-account-issuer"))
    return undefined;
  // Tokens that another key than the expected one signed would be refused by all other servers.
  return isMissing(values, "service-account-signing-key-file")
    ? "--service-account-signing-endpoint: this server asks no external signer; give --service-account-signing-key-file instead"
    : "service-account-signing-key-file and service-account-signing-endpoint are mutually exclusive and cannot be set at the same time";
};

/** Checks what is needed to sign tokens of service accounts. */
export const tokenRequestProblems: Check = (values) => {
  const isSigned =
    !isMissing(values, "service-account-issuer") && !isMissing(values, "service-account-signing-key-file");
  const isAttempted =
    !isMissing(values, "service-account-issuer") ||
    !isMissing(values, "service-account-signing-key-file") ||
    allOf(values, "api-audiences").length > 0;
  const problems = isSigned
    ? []
    : isAttempted
      ? [
          "--service-account-signing-key-file, --service-account-issuer, and --api-audiences should be specified together",
        ]
      : ["--service-account-signing-key-file and --service-account-issuer are required flags"];
  if (isMissing(values, "service-account-signing-endpoint")) return problems;
  return [
    ...problems,
    ...(values.has("service-account-key-file") || values.has("service-account-signing-key-file")
      ? [
          "can't set `--service-account-signing-key-file` and/or `--service-account-key-file` with `--service-account-signing-endpoint` (They are mutually exclusive)",
        ]
      : []),
    "setting `--service-account-signing-endpoint` requires enabling ExternalServiceAccountTokenSigner feature gate",
  ];
};
