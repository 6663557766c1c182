import { CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { helpText, parseFlags } from "./flags.ts";
import { maintenanceCommands } from "./maintenance/commands.ts";

test("the defaults are the embedded store, port 6443 and all controllers", () => {
  expect(parseFlags([])).toMatchObject({
    dialect: "svc",
    dataDir: "./.svc",
    etcdServers: [],
    bindAddress: "0.0.0.0",
    securePort: 6443,
    controllers: ["*"],
    maxObjects: 1_000_000,
    minRequestTimeout: 1800,
    requestTimeout: 60_000,
    eventTtl: 3_600_000,
    maxRequestBodyBytes: 3_145_728,
    maxTotalRequestBodyBytes: 134_217_728,
    allowPrivileged: false,
    v: 0,
  });
});

test.each<[string, object]>([
  ["--secure-port=0", { securePort: 0 }],
  ["--etcd-servers=https://a:2379, https://b:2379,", { etcdServers: ["https://a:2379", "https://b:2379"] }],
  ["--controllers=", { controllers: [] }],
  ["--controllers=*,-garbagecollector", { controllers: ["*", "-garbagecollector"] }],
  ["--max-objects=5000", { maxObjects: 5000 }],
  ["--shutdown-delay-duration=1m30s", { shutdownDelayDuration: 90_000 }],
  ["--etcd-compaction-interval=0", { etcdCompactionInterval: 0 }],
  ["--allow-privileged", { allowPrivileged: true }],
  ["--allow-privileged=false", { allowPrivileged: false }],
  [
    "--runtime-config=apps/v1=false,api/beta=true,api/ga",
    {
      runtimeConfig: new Map([
        ["apps/v1", false],
        ["api/beta", true],
        ["api/ga", true],
      ]),
    },
  ],
  [
    "--feature-gates=AllAlpha=true,kube:CBORServingAndStorage=false",
    { featureGates: { AllAlpha: true, CBORServingAndStorage: false } },
  ],
  ["--service-cluster-ip-range=10.1.0.0/16,fd00::/108", { serviceClusterIpRange: "10.1.0.0/16,fd00::/108" }],
])("%s is read", (arg, want) => {
  expect(parseFlags([arg])).toMatchObject(want);
});

describe("an invalid flag", () => {
  test.each([
    ["--dialect=other", "Allowed choices are svc, kubernetes"],
    ["--storage=tape", "Allowed choices are embedded, memory, etcd"],
    ["--secure-port=65536", "It must be a whole number from 0 to 65535."],
    ["--secure-port=0x1", "It must be a whole number"],
    ["--secure-port=", "It must be a whole number"],
    ["--max-objects=999", "It must be a whole number from 1000 to 100000000."],
    ["--event-ttl=soon", "It must be a duration such as 300ms, 90s or 1h30m."],
    ["--event-ttl=-1s", "It must be a duration"],
    ["--allow-privileged=maybe", "It must be true or false."],
    ["--feature-gates=A=yes", '"A=yes" must end in =true or =false.'],
    ["--feature-gates=AllAlpha=true,Nope=true", "unrecognized feature gate: Nope"],
    ["--service-cluster-ip-range=10.0.0.0", 'not a range of addresses: "10.0.0.0"'],
    ["--service-cluster-ip-range=x/24", 'not a range of addresses: "x/24"'],
    ["--service-node-port-range=x", 'not a range of ports: "x"'],
    ["--v=11", "It must be a whole number from 0 to 10."],
    ["--nonsense", "unknown option '--nonsense'"],
    ["extra", "too many arguments"],
  ])("%s is refused", (arg, message) => {
    expect(() => parseFlags([arg])).toThrow(message);
  });
});

describe("the help", () => {
  const help = helpText({ columns: 120 });
  const entries = help.split("\n").filter((line) => /^ {2}-/.test(line));

  test("puts every flag into a section", () => {
    const options = help.slice(help.indexOf("Options:"), help.indexOf("Storage:"));
    expect(options.match(/^ {2}-\S*.*$/gm)?.map((line) => line.trim().split(/ {2,}/)[0])).toEqual([
      "--version",
      "-h, --help",
    ]);
    expect(entries.length).toBeGreaterThan(100);
  });

  test.each(["default: none", "default: []", "default: {}", "default: false", "preset"])(
    "does not contain %j",
    (text) => {
      expect(help).not.toContain(text);
    },
  );

  test("names choices and defaults", () => {
    expect(help).toContain("(one of svc, kubernetes; default: svc)");
    expect(help).toContain("(default: 6443)");
  });

  test("names the commands", () => {
    for (const name of maintenanceCommands.keys()) expect(help).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test("is printed by --help, which is no error", () => {
    const parse = (): unknown => parseFlags(["--help"]);
    expect(parse).toThrow(CommanderError);
  });
});
