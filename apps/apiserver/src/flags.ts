import { parseAddressRange, parsePortRange } from "@svc/controlplane";
import { Command, InvalidArgumentError, Option } from "commander";
import manifest from "../package.json" with { type: "json" };
import { type AggregationFlags, addAggregationFlags } from "./aggregation-flags.ts";
import { type AuditFlags, addAuditFlags } from "./audit/flags.ts";
import { type AuthenticationFlags, addAuthenticationFlags } from "./authentication/flags.ts";
import { type AuthorizationFlags, addAuthorizationFlags } from "./authorization/flags.ts";
import { parseCipherSuites } from "./cipher-suites.ts";
import { addEgressFlags, type EgressFlags } from "./egress-flags.ts";
import { boolean, checkedBy, duration, integer, list, type Shape } from "./flag-shapes.ts";
import { addFlowControlFlags, type FlowControlFlags } from "./flow-control.ts";
import { knownFeatureGates } from "./known-feature-gates.ts";
import { addMetricsFlags, type MetricsFlags } from "./metrics.ts";
import { addObservabilityFlags, type ObservabilityFlags } from "./observability.ts";

/**
 * What the command line says. Names are those of kube-apiserver, in camel case; a few are this
 * server's own.
 */
export interface Flags
  extends AuthenticationFlags,
    AuthorizationFlags,
    AggregationFlags,
    AuditFlags,
    EgressFlags,
    FlowControlFlags,
    MetricsFlags,
    ObservabilityFlags {
  readonly dialect: "svc" | "kubernetes";
  readonly dataDir: string;
  readonly storage: "embedded" | "memory" | "etcd";
  readonly unsafeNoFsync: boolean;
  readonly etcdServers: readonly string[];
  readonly etcdPrefix: string;
  readonly etcdCafile?: string;
  readonly etcdCertfile?: string;
  readonly etcdKeyfile?: string;
  readonly etcdCompactionInterval: number;
  readonly bindAddress: string;
  readonly advertiseAddress?: string;
  readonly securePort: number;
  readonly certDir?: string;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  readonly tlsMinVersion?: "VersionTLS12" | "VersionTLS13";
  readonly tlsCipherSuites: readonly string[];
  readonly http2MaxStreamsPerConnection: number;
  readonly runtimeConfig: ReadonlyMap<string, boolean>;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly serviceClusterIpRange: string;
  readonly serviceNodePortRange: string;
  readonly disableAdmissionPlugins: readonly string[];
  readonly enableAdmissionPlugins: readonly string[];
  readonly admissionControlConfigFile?: string;
  readonly defaultNotReadyTolerationSeconds: number;
  readonly defaultUnreachableTolerationSeconds: number;
  readonly controllers: readonly string[];
  readonly maxObjects: number;
  readonly minRequestTimeout: number;
  readonly shutdownDelayDuration: number;
  readonly eventTtl: number;
  readonly maxRequestBodyBytes: number;
  readonly maxTotalRequestBodyBytes: number;
  readonly allowPrivileged: boolean;
}

/** @throws {CommanderError} with a text for people, for every flag that cannot be */
export function parseFlags(args: readonly string[]): Flags {
  return createCommand()
    .parse([...args], { from: "user" })
    .opts<Flags>();
}

/** Names of all flags, without dashes. */
export function flagNames(): ReadonlySet<string> {
  return new Set(createCommand().options.map((option) => option.long?.slice(2) ?? ""));
}

function createCommand(): Command {
  const command = new Command("svc-apiserver")
    .version(`svc-apiserver ${manifest.version} (Kubernetes API 1.33)`, "--version", "print the version and exit")
    .description("A cluster API server. With no flags it runs: it keeps its data in ./.svc and listens on port 6443.")
    .usage("[flags]   or   kube-apiserver [flags of kube-apiserver]")
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) });
  const add = (flags: string, description: string, more: Shape = (o) => o): void => {
    command.addOption(more(new Option(flags, description)));
  };
  add("--dialect <name>", "names of groups, labels and media types", (o) =>
    o.choices(["svc", "kubernetes"]).default("svc"),
  );
  add("--data-dir <path>", "where everything is kept that has no path of its own", (o) => o.default("./.svc"));
  add("--storage <engine>", "where objects are kept; etcd where --etcd-servers is given", (o) =>
    o.choices(["embedded", "memory", "etcd"]),
  );
  add(
    "--unsafe-no-fsync [bool]",
    "does not flush commits to the disk, so that a crash of the machine can lose them: for tests",
    boolean(false),
  );
  add("--etcd-servers <urls>", "comma-separated, as https://host:2379", list([]));
  add("--etcd-prefix <path>", "what keys in etcd begin with", (o) => o.default("/registry"));
  add("--etcd-cafile <path>", "who may sign etcd's certificates");
  add("--etcd-certfile <path>", "the certificate shown to etcd");
  add("--etcd-keyfile <path>", "its key");
  add("--etcd-compaction-interval <duration>", "how often old versions are dropped; 0 never", duration("5m"));
  add("--bind-address <ip>", "where to listen", (o) => o.default("0.0.0.0"));
  add("--advertise-address <ip>", "the address that clients within the cluster are told");
  add("--secure-port <port>", "0 takes a free one", integer(6443, 0, 65_535));
  add("--cert-dir <path>", "where the server's certificate is kept when it makes its own (default: <data-dir>/pki)");
  add("--tls-cert-file <path>", "the server's certificate, PEM");
  add("--tls-private-key-file <path>", "its key, PEM");
  add("--tls-min-version <version>", "the oldest TLS that is taken", (o) =>
    o.choices(["VersionTLS12", "VersionTLS13"]),
  );
  add(
    "--tls-cipher-suites <names>",
    "comma-separated, by the names of IANA; those of TLS 1.3 are always taken (default: ECDHE with AES-GCM or ChaCha20)",
    (o) => o.argParser(parseCipherSuites).default([], "none"),
  );
  add("--http2-max-streams-per-connection <n>", "0 takes the default of 1000", integer(0, 0, 1_000_000));
  addAuthenticationFlags(add);
  addAuthorizationFlags(add);
  addAggregationFlags(add);
  addAuditFlags(add);
  addMetricsFlags(add);
  addFlowControlFlags(add);
  add("--runtime-config <pairs>", "API versions to turn on or off: apps/v1=false,api/beta=true", (o) =>
    o.argParser(parsePairsMap).default(new Map()),
  );
  add("--feature-gates <pairs>", "Gate=true,…", (o) => o.argParser(parseFeatureGates).default({}));
  add("--service-cluster-ip-range <cidrs>", "the addresses that services get", (o) =>
    o.argParser(parseServiceRanges).default("10.0.0.0/24"),
  );
  add("--service-node-port-range <range>", "the ports that services get on nodes", (o) =>
    o.argParser(checkedBy(parsePortRange)).default("30000-32767"),
  );
  add("--enable-admission-plugins <names>", "comma-separated, in addition to the defaults", list([]));
  add("--disable-admission-plugins <names>", "comma-separated", list([]));
  add("--admission-control-config-file <path>", "file with the configuration of admission plugins");
  addEgressFlags(add);
  for (const [flag, what] of [
    ["not-ready", "is not ready"],
    ["unreachable", "is not heard of"],
  ] as const)
    add(
      `--default-${flag}-toleration-seconds <n>`,
      `how long pods stay on a node that ${what}, where DefaultTolerationSeconds is enabled`,
      integer(300, 0, 2_147_483_647),
    );
  add(
    "--controllers <names>",
    "comma-separated control-plane controllers to run in this process; * is all, empty none",
    list(["*"]),
  );
  add(
    "--max-objects <n>",
    "objects of a kind that a controller in this process follows; a kind with more is not collected",
    integer(1_000_000, 1000, 100_000_000),
  );
  add(
    "--min-request-timeout <seconds>",
    "watches live at least so long when the client does not say",
    integer(1800, 1, 86_400),
  );
  add(
    "--shutdown-delay-duration <duration>",
    "how long the server goes on serving after it says that it is not ready",
    duration("0s"),
  );
  add("--event-ttl <duration>", "how long events are kept", duration("1h"));
  add("--max-request-body-bytes <n>", "the largest body of a request", integer(3_145_728, 1024, 1_073_741_824));
  add(
    "--max-total-request-body-bytes <n>",
    "the bodies of all requests that are read or worked on at the same time; past it requests get 429",
    integer(134_217_728, 1024, 68_719_476_736),
  );
  add("--allow-privileged [bool]", "whether containers may be privileged", boolean(false));
  addObservabilityFlags(add);
  return command;
}

function parsePairs(text: string): readonly (readonly [string, boolean])[] {
  return text
    .split(",")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [key = "", value = "true"] = pair.split("=");
      if (value !== "true" && value !== "false" && value !== "")
        throw new InvalidArgumentError(`${JSON.stringify(pair)} must end in =true or =false.`);
      return [key.replace(/^kube:/, ""), value !== "false"] as const;
    });
}

function parsePairsMap(text: string): ReadonlyMap<string, boolean> {
  return new Map(parsePairs(text));
}

function parseFeatureGates(text: string): Readonly<Record<string, boolean>> {
  const pairs = parsePairs(text);
  const unknown = pairs.find(([gate]) => !knownFeatureGates.has(gate));
  if (unknown !== undefined) throw new InvalidArgumentError(`unrecognized feature gate: ${unknown[0]}`);
  return Object.fromEntries(pairs);
}

function parseServiceRanges(text: string): string {
  text.split(",").forEach(checkedBy(parseAddressRange));
  return text;
}
