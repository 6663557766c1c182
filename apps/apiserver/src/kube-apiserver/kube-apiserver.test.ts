import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { flagNames, parseFlags } from "../flags.ts";
import { argumentsOf, kubeApiserverHelp, readKubeApiserverLine } from "./kube-apiserver.ts";
import type { StandIn } from "./stand-in.ts";

const known = flagNames();
const required = [
  "--etcd-servers=https://127.0.0.1:2379",
  "--service-account-issuer=https://issuer",
  "--service-account-key-file=sa.pub",
  "--service-account-signing-key-file=sa.key",
];

function flagsOf(args: readonly string[], standIn?: StandIn) {
  return parseFlags(argumentsOf(readKubeApiserverLine([...required, ...args], known), { known, standIn }));
}

test("the flags of kube-apiserver have its defaults, its dialect, and no controllers", () => {
  expect(flagsOf([])).toMatchObject({
    dialect: "kubernetes",
    controllers: [],
    authorizationMode: ["AlwaysAllow"],
    etcdServers: ["https://127.0.0.1:2379"],
    certDir: "/var/run/kubernetes",
    dataDir: "/var/run/kubernetes",
    securePort: 6443,
  });
});

test.each<[readonly string[], object]>([
  [["--secure-port=0x1F91"], { securePort: 8081 }],
  [["--allow-privileged=T"], { allowPrivileged: true }],
  [["--authorization-mode=Node", "--authorization-mode=RBAC"], { authorizationMode: ["Node", "RBAC"] }],
  [
    ["--feature-gates=AllBeta=1", "--feature-gates=kube:WatchList=F"],
    { featureGates: { AllBeta: true, WatchList: false } },
  ],
  [["--service-account-issuer=https://other"], { serviceAccountIssuer: ["https://issuer", "https://other"] }],
  [["--tls-min-version=VersionTLS10"], { tlsMinVersion: "VersionTLS12" }],
  [["-v=12"], { v: 10 }],
  [["--audit-webhook-batch-initial-backoff=3s"], { auditWebhookInitialBackoff: 3000 }],
  [["--cert-dir=/tmp/none"], { certDir: "/tmp/none", dataDir: "/tmp/none" }],
])("%j is acted on", (args, want) => {
  expect(flagsOf(args)).toMatchObject(want);
});

test("the exact list of admission plugins disables all others", () => {
  const { enableAdmissionPlugins, disableAdmissionPlugins } = flagsOf(["--admission-control=LimitRanger"]);
  expect(enableAdmissionPlugins).toEqual(["LimitRanger"]);
  expect(disableAdmissionPlugins).toContain("NamespaceLifecycle");
  expect(disableAdmissionPlugins).toContain("MutatingAdmissionWebhook");
  expect(disableAdmissionPlugins).not.toContain("LimitRanger");
  expect(flagsOf(["--admission-control="])).toMatchObject({ enableAdmissionPlugins: [], disableAdmissionPlugins: [] });
});

test("the exact list of admission plugins excludes the flags that change the default one", () => {
  const args = [...required, "--admission-control=LimitRanger", "--enable-admission-plugins=Priority"];
  expect(readKubeApiserverLine(args, known).problem).toBe(
    "admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive",
  );
});

test("each pair of files for server names is acted on", () => {
  const args = ["--tls-sni-cert-key=a.crt,a.key:a.example.com", "--tls-sni-cert-key=b.crt,b.key"];
  expect(flagsOf(args).tlsSniCertKey).toEqual(["a.crt,a.key:a.example.com", "b.crt,b.key"]);
});

test("with the stand-in for etcd, objects are stored in its directory", () => {
  expect(flagsOf([], { dataDir: "/tmp/etcd", unsafeNoFsync: true })).toMatchObject({
    dataDir: "/tmp/etcd",
    storage: "embedded",
    unsafeNoFsync: true,
    etcdServers: [],
  });
});

test("a certificate in the certificate directory is served, even if it is about to expire", () => {
  const dir = mkdtempSync(join(tmpdir(), "cert-dir-"));
  for (const name of ["apiserver.crt", "apiserver.key"]) writeFileSync(join(dir, name), "");
  expect(flagsOf([`--cert-dir=${dir}`])).toMatchObject({
    tlsCertFile: join(dir, "apiserver.crt"),
    tlsPrivateKeyFile: join(dir, "apiserver.key"),
  });
  rmSync(dir, { recursive: true });
});

test("flags without an effect are logged, unless they have their default", () => {
  const args = [...required, "--watch-cache=false", "--enable-garbage-collector=true", "--etcd-healthcheck-timeout=9s"];
  expect(readKubeApiserverLine(args, known).withoutEffect).toEqual(["--watch-cache", "--etcd-healthcheck-timeout"]);
});

test("the help lists every flag", () => {
  const help = kubeApiserverHelp(known);
  expect(help).toMatch(/^ {6}--secure-port int$/m);
  expect(help).toMatch(/^ {6}--watch-cache {3}\(no effect here\)$/m);
  expect(help).toMatch(/^ {6}--encryption-provider-config string {3}\(refused here\)$/m);
  expect(help).toMatch(/^ {2}-v, --v Level$/m);
});

test.each(["ElasticIndexedJob=true", "MultiCIDRServiceAllocator=false", " WatchList = true ", ""])(
  "--feature-gates=%s is taken",
  (gates) => {
    expect(readKubeApiserverLine([...required, `--feature-gates=${gates}`], known).problem).toBeUndefined();
  },
);

describe("flags that do not go together", () => {
  test("are reported together", () => {
    expect(readKubeApiserverLine(["--secure-port=0"], known).problem).toBe(
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
    ["--logging-format=xml", 'format: Invalid value: "xml": Unsupported log format'],
  ])("%s is refused with kube-apiserver's message", (arg, problem) => {
    expect(readKubeApiserverLine([...required, arg], known).problem).toBe(problem);
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
    expect(readKubeApiserverLine([...required, ...args], known).problem).toBe(problem);
  });
});
