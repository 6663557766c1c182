import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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
  expect(flagsOf(["--admission-control="])).toMatchObject(flagsOf([]));
});

test.each([
  [[], []],
  [["--disable-admission-plugins=ServiceAccount"], ["ServiceAccount"]],
  [["--enable-admission-plugins=NodeRestriction,Priority"], []],
])("with %j, the plugins that are on by default are those of kube-apiserver", (args, without) => {
  const { enableAdmissionPlugins, disableAdmissionPlugins } = flagsOf(args);
  const names = ["DefaultTolerationSeconds", "Priority", "ServiceAccount", "StorageObjectInUseProtection"];
  expect(enableAdmissionPlugins).toEqual(
    expect.arrayContaining([...names, "TaintNodesByCondition"].filter((name) => !without.includes(name))),
  );
  expect(new Set(enableAdmissionPlugins).size).toBe(enableAdmissionPlugins.length);
  expect(disableAdmissionPlugins).toEqual([...without, "DenyServiceExternalIPs"]);
});

test("a plugin that is off by default is on where it is named", () => {
  expect(flagsOf(["--enable-admission-plugins=DenyServiceExternalIPs"])).toMatchObject({ disableAdmissionPlugins: [] });
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

test("each flag without an effect has its reason in the docs", () => {
  const differences = readFileSync(new URL("../../../../docs/differences.md", import.meta.url), "utf8");
  const marked = [...kubeApiserverHelp(known).matchAll(/^ +--(\S+).*\((?:no effect|refused) here\)$/gm)];
  expect(marked.filter(([, name]) => !differences.includes(`\`--${name}\``)).map(([, name]) => name)).toEqual([]);
});

test.each(["ElasticIndexedJob=true", "MultiCIDRServiceAllocator=false", " WatchList = true ", ""])(
  "--feature-gates=%s is taken",
  (gates) => {
    expect(readKubeApiserverLine([...required, `--feature-gates=${gates}`], known).problem).toBeUndefined();
  },
);
