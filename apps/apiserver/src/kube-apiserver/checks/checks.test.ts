import { describe, expect, test } from "vitest";
import { readCommandLine } from "../command-line.ts";
import { findProblem } from "./checks.ts";

const required = [
  "--etcd-servers=https://127.0.0.1:2379",
  "--service-account-issuer=https://issuer",
  "--service-account-key-file=sa.pub",
  "--service-account-signing-key-file=sa.key",
];

function problemOf(args: readonly string[]): string | undefined {
  return findProblem(readCommandLine(args).values);
}

describe("flags that do not go together", () => {
  test("are reported together", () => {
    expect(problemOf(["--secure-port=0"])).toBe(
      "[--etcd-servers must be specified, --secure-port 0 must be between 1 and 65535, inclusive. It cannot be turned off with 0, " +
        "service-account-issuer is a required flag, either `--service-account-key-file` or `--service-account-signing-endpoint` must be set, " +
        "--service-account-signing-key-file and --service-account-issuer are required flags]",
    );
  });

  test.each([
    ["--max-requests-inflight=-1", "--max-requests-inflight can not be negative value"],
    ["--request-timeout=-1s", "--request-timeout can not be negative value"],
    ["--livez-grace-period=-1s", "--livez-grace-period can not be a negative value"],
    ["--goaway-chance=5", "--goaway-chance can not be less than 0 or greater than 0.02"],
    [
      "--strict-transport-security-directives=max-age=1,foo",
      "--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information",
    ],
    [
      "--cors-allowed-origins=//a$,b",
      "--cors-allowed-origins has an invalid regular expression: regular expression does not pin to start/end of host in the origin header",
    ],
    [
      "--kubernetes-service-node-port=-1",
      "--kubernetes-service-node-port -1 must be between 0 and 65535, inclusive. If 0, the Kubernetes master service will be of type ClusterIP",
    ],
    ["--kubernetes-service-node-port=80", "kubernetes service node port range 30000-32767 doesn't contain 80"],
    [
      "--storage-backend=x",
      "--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'",
    ],
    [
      "--storage-media-type=foo",
      '--storage-media-type "foo" invalid, allowed values: application/json, application/vnd.kubernetes.protobuf, application/yaml',
    ],
    [
      "--encryption-provider-config-automatic-reload",
      "--encryption-provider-config-automatic-reload must be set with --encryption-provider-config",
    ],
    [
      "--encryption-provider-config=keys.yaml",
      "--encryption-provider-config: this server does not encrypt stored objects; encrypt its disk or that of etcd instead",
    ],
    ["--apiserver-count=-1", "--apiserver-count should be a positive number, but value '-1' provided"],
    ["--feature-gates=WatchList", "missing bool value for WatchList"],
    ["--feature-gates=A=yes", 'invalid value of A=yes, err: strconv.ParseBool: parsing "yes": invalid syntax'],
    ["--feature-gates=AllAlpha=true,Foo=true", "unrecognized feature gate: Foo"],
    ["--feature-gates=kube:Foo=true", "unrecognized feature gate: Foo"],
    ["--feature-gates=x:WatchList=true", "component not registered: x"],
    [
      "--feature-gates=WatchList=true,ElasticIndexedJob=false",
      "cannot set feature gate ElasticIndexedJob to false, feature is locked to true",
    ],
    [
      "--feature-gates=AllowServiceLBStatusOnNonLB=true",
      "cannot set feature gate AllowServiceLBStatusOnNonLB to true, feature is locked to false",
    ],
    ["--admission-control=LimitRanger,Foo", 'admission-control plugin "Foo" is unknown'],
    ["--emulated-version=foo", 'could not parse "foo" as version'],
    ["--emulated-version=x=1.32", "component not registered: x"],
    ["--emulated-version=kube=1.32,kube=1.31", "duplicate version flag, kube=1.32 and kube=1.31"],
    ["--emulated-version=1.33.1", "patch version not allowed, got: kube=1.33.1"],
    ["--emulated-version=kube=1.34", "emulation version 1.34 is not between [1.31, 1.33.0]"],
    ["--emulated-version=9.9", "emulation version 9.9 is not between [1.31, 1.33.0]"],
    ["--emulated-version=9.9.9", "patch version not allowed, got: kube=9.9.9"],
    [
      "--emulation-forward-compatible",
      "ServerRunOptions.EmulationForwardCompatible cannot be set to true if the emulation version is the same as the binary version",
    ],
    ["--logging-format=", 'format: Invalid value: "": Unsupported log format'],
    ["--logging-format=xml", 'format: Invalid value: "xml": Unsupported log format'],
  ])("%s is refused with kube-apiserver's message", (arg, problem) => {
    expect(problemOf([...required, arg])).toBe(problem);
  });
});

const alphaLogs = (field: string): string => `options.${field}: Forbidden: Feature LoggingAlphaOptions is disabled`;
const proxies = "requires UnknownVersionInteroperabilityProxy feature to be turned on";
const together =
  "--service-account-signing-key-file, --service-account-issuer, and --api-audiences should be specified together";
const oidc = "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set";
const overrides =
  "--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated";
const labels =
  "--allow-metric-labels must have a list of kv pair with format `metricName,labelName=labelValue, labelValue,...`";
const configured =
  "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined";

/** Flags, and what kube-apiserver 1.33 says of them; undefined for nothing. */
const answers: readonly (readonly [args: string, problem: string | undefined])[] = [
  ["--storage-initialization-timeout=-1s", "--storage-initialization-timeout can not be negative value"],
  [
    "--shutdown-watch-termination-grace-period=-1s --livez-grace-period=-1s",
    "[--livez-grace-period can not be a negative value, shutdown-watch-termination-grace-period, if provided, can not be a negative value]",
  ],
  ["--goaway-chance=NaN", undefined],
  ["--goaway-chance=+Inf", "--goaway-chance can not be less than 0 or greater than 0.02"],
  ["--strict-transport-security-directives=,", "empty value in strict-transport-security-directives"],
  ["--etcd-servers-overrides=events#http://a", overrides],
  ["--etcd-servers-overrides=/events#http://a,x", overrides],
  ["--etcd-servers-overrides=/events#http://a", undefined],
  ["--watch-cache-sizes=pods", "invalid value of watch cache size: pods"],
  ["--watch-cache-sizes=pods#5,pods#x", "invalid size of watch cache size: pods#x"],
  ["--watch-cache-sizes=pods#-1", "watch cache size cannot be negative: pods#-1"],
  ["--watch-cache-sizes=pods#5", undefined],
  ["--log-text-split-stream", alphaLogs("text.splitStream")],
  [
    "--logging-format=x --log-json-info-buffer-size=5",
    `[format: Invalid value: "x": Unsupported log format, ${alphaLogs("json.infoBufferSize")}]`,
  ],
  ["--log-text-split-stream --feature-gates=LoggingAlphaOptions=true", undefined],
  ["--oidc-username-claim=sub", oidc],
  ["--oidc-issuer-url=https://a --oidc-client-id=", oidc],
  [
    "--oidc-client-id=a --authentication-config=x",
    "authentication-config file and oidc-* flags are mutually exclusive",
  ],
  [
    "--service-account-issuer=::",
    'service-account-issuer "::" contained a \':\' but was not a valid URL: parse "::": missing protocol scheme',
  ],
  ["--service-account-issuer=https://issuer", 'service-account-issuer "https://issuer" is already specified'],
  ["--service-account-jwks-uri=http://x", "service-account-jwks-uri requires https scheme, parsed as: http://x"],
  ["--service-account-jwks-uri=:", 'service-account-jwks-uri must be a valid URL: parse ":": missing protocol scheme'],
  [
    "--service-account-max-token-expiration=59m",
    "the service-account-max-token-expiration must be between 1 hour and 2^32 seconds",
  ],
  ["--service-account-max-token-expiration=1h", undefined],
  [
    "--service-account-signing-endpoint=/x",
    "service-account-signing-key-file and service-account-signing-endpoint are mutually exclusive and cannot be set at the same time",
  ],
  ["--requestheader-allowed-names=a,,b", 'empty value in "requestheader-allowed-names"'],
  [
    "--requestheader-uid-headers=x",
    "--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header - API aggregation will not work",
  ],
  ["--requestheader-uid-headers=x-remote-uid", undefined],
  ["--authorization-mode=Node,X", 'authorization-mode "X" is not a valid mode'],
  ["--authorization-mode=RBAC,RBAC", 'authorization-mode ["RBAC" "RBAC"] has mode specified more than once'],
  ["--authorization-mode=ABAC", "authorization-mode ABAC's authorization policy file not passed"],
  ["--authorization-mode=Webhook", "authorization-mode Webhook's authorization config file not passed"],
  ["--authorization-policy-file=x", "cannot specify --authorization-policy-file without mode ABAC"],
  ["--authorization-config=x --authorization-mode=RBAC", configured],
  ["--authorization-config=x --authorization-webhook-version=v1", configured],
  ["--audit-log-mode=x", undefined],
  [
    "--audit-log-path=x --audit-log-mode=x --audit-log-format=x --audit-log-maxsize=-1",
    '[invalid audit log mode x, allowed modes are "batch,blocking,blocking-strict", invalid audit log format x, allowed formats are "legacy,json", --audit-log-maxsize -1 can\'t be a negative number]',
  ],
  [
    "--audit-log-path=x --audit-log-mode=batch --audit-log-batch-throttle-enable",
    "invalid audit batch log throttle QPS 0, must be a positive number",
  ],
  [
    "--audit-webhook-config-file=x --audit-webhook-batch-buffer-size=-3 --audit-webhook-batch-max-size=0",
    "invalid audit batch webhook buffer size -3, must be a positive number",
  ],
  [
    "--audit-log-path=x --audit-log-truncate-max-event-size=10 --audit-log-truncate-max-batch-size=5",
    "invalid audit truncate log max batch size 5, must be greater than max event size (10)",
  ],
  ["--audit-log-path=x --audit-log-version=a/b/c", "unexpected GroupVersion string: a/b/c"],
  [
    "--enable-admission-plugins=NodeRestriction,A,Priority --disable-admission-plugins=Priority,B,NodeRestriction",
    '[enable-admission-plugins plugin "A" is unknown, disable-admission-plugins plugin "B" is unknown, [NodeRestriction Priority] in enable-admission-plugins and disable-admission-plugins overlapped]',
  ],
  [
    "--runtime-config=api/all=false",
    "[--runtime-config=api/all=false conflicts with --enable-priority-and-fairness=true, invalid key with only api/all=false]",
  ],
  ["--runtime-config=api/all=false,flowcontrol.apiserver.k8s.io/v1=true", undefined],
  ["--runtime-config=foo=true", "runtime-config invalid key foo"],
  ["--runtime-config=batch/v1=true,zoo/v1=true,aoo/v2", "unknown api groups zoo,aoo"],
  ["--runtime-config=apps/v9=true,v1=true,/v1=true,apps/v1/deployments=true", undefined],
  [
    "--show-hidden-metrics-for-version=1.30",
    "--show-hidden-metrics-for-version must be omitted or have the value '1.32'. Only the previous minor version is allowed",
  ],
  ["--allow-metric-labels=x=y", labels],
  ["--allow-metric-labels=a.b,c=d", labels],
  ["--allow-metric-labels=x,y=z", undefined],
  ["--peer-advertise-ip=x --peer-ca-file=y", `[--peer-ca-file ${proxies}, --peer-advertise-ip ${proxies}]`],
  ["--peer-advertise-ip=x --feature-gates=UnknownVersionInteroperabilityProxy=true", undefined],
  ["--service-cluster-ip-range=x", "service-cluster-ip-range[0] is not a valid cidr"],
  ["--service-cluster-ip-range=10.0.0.0/16,", "service-cluster-ip-range[1] is not an ip net"],
  [
    "--service-cluster-ip-range=10.0.0.0/31",
    "error determining service IP ranges for primary service cidr: the service cluster IP range must be at least 8 IP addresses",
  ],
  [
    "--service-cluster-ip-range=10.0.0.0/8,11.0.0.0/16,x",
    "[--service-cluster-ip-range must not contain more than two entries, specified --service-cluster-ip-range is too large; for 32-bit addresses, the mask must be >= 12, --service-cluster-ip-range[0] and --service-cluster-ip-range[1] must be of different IP family]",
  ],
  [
    "--service-cluster-ip-range=fd00::/108 --advertise-address=10.1.2.3",
    'service IP family "fd00::/108" must match public address family "10.1.2.3"',
  ],
  ["--service-cluster-ip-range=010.0.0.5/16,fd00::/108", undefined],
];

test.each(answers)("%s: %s", (args, problem) => {
  expect(problemOf([...required, ...args.split(" ")])).toBe(problem);
});

/** Flags without any other. */
const alone: readonly (readonly [args: readonly string[], problems: readonly string[]])[] = [
  [["--service-account-issuer="], ["service-account-issuer should not be an empty string"]],
  [["--service-account-signing-key-file=x", "--service-account-key-file=x"], [together]],
  [["--api-audiences=a"], [together]],
  [
    ["--service-account-signing-endpoint=/x", "--service-account-key-file=y"],
    [
      "can't set `--service-account-signing-key-file` and/or `--service-account-key-file` with `--service-account-signing-endpoint` (They are mutually exclusive)",
      "setting `--service-account-signing-endpoint` requires enabling ExternalServiceAccountTokenSigner feature gate",
    ],
  ],
];

test.each(alone)("%j alone: %j", (args, problems) => {
  for (const problem of problems) expect(problemOf(args)).toContain(problem);
});

test("tokens are not signed by another key than the external signer's", () => {
  expect(problemOf(["--service-account-issuer=https://a", "--service-account-signing-endpoint=/x"])).toBe(
    "--service-account-signing-endpoint: this server asks no external signer; give --service-account-signing-key-file instead",
  );
});

const noAlpha = "Forbidden: Feature LoggingAlphaOptions is disabled";
test.each<[args: readonly string[], problem: string | undefined]>([
  [["--log-text-split-stream"], `options.text.splitStream: ${noAlpha}`],
  [["--log-text-split-stream=true", "--secure-port=0"], `options.text.splitStream: ${noAlpha}`],
  [["--log-text-info-buffer-size=-1"], `options.text.infoBufferSize: ${noAlpha}`],
  [["--log-json-info-buffer-size=0", "--log-json-split-stream=false", "--log-flush-frequency=-1s"], undefined],
  [["--log-json-split-stream", "--feature-gates=LoggingAlphaOptions=true"], undefined],
  [["--log-json-split-stream", "--feature-gates=AllAlpha=true"], undefined],
  [
    ["--logging-format=json", "--feature-gates=LoggingBetaOptions=false"],
    "format: Forbidden: Log format json is disabled, see LoggingBetaOptions feature",
  ],
  [["--logging-format=json", "--vmodule=a=1"], "vmodule: Forbidden: Only supported for text log format"],
  [
    ["--logging-format=xml", "--vmodule=a=1", "--log-text-split-stream", "--log-json-info-buffer-size=2"],
    `[format: Invalid value: "xml": Unsupported log format, vmodule: Forbidden: Only supported for text log format, options.text.splitStream: ${noAlpha}, options.json.infoBufferSize: ${noAlpha}]`,
  ],
])("of the log: %j leads to %s", (args, problem) => {
  expect(problemOf([...required, ...args])).toBe(problem);
});
