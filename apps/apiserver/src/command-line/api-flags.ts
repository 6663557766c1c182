import { quote } from "@svc/base";
import { parseAddressRange, parsePortRange } from "@svc/controlplane";
import { type AddFlag, boolean, checkedBy, duration, integer, list } from "@svc/program";
import { InvalidArgumentError } from "commander";
import { knownFeatureGates } from "./known-feature-gates.ts";

/** Flags of APIs, admission plugins and controllers. Durations are milliseconds. */
export interface ApiFlags {
  readonly dialect: "svc" | "kubernetes";
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
  readonly eventTtl: number;
  readonly allowPrivileged: boolean;
}

/** Adds the flags that select the served APIs. */
export function addApiFlags(add: AddFlag): void {
  add("--dialect <name>", "API groups, labels and media types of svc.io or of k8s.io", (o) =>
    o.choices(["svc", "kubernetes"]).default("svc"),
  );
  add("--runtime-config <pairs>", "API versions to enable or disable, as apps/v1=false,api/beta=true", (o) =>
    o.argParser(parsePairsMap).default(new Map(), ""),
  );
  add("--feature-gates <pairs>", "feature gates to enable or disable, as Gate=true,…", (o) =>
    o.argParser(parseFeatureGates).default({}, ""),
  );
  add("--service-cluster-ip-range <cidrs>", "subnets of the cluster IPs of services", (o) =>
    o.argParser(parseServiceRanges).default("10.0.0.0/24"),
  );
  add("--service-node-port-range <range>", "range of the node ports of services", (o) =>
    o.argParser(checkedBy(parsePortRange)).default("30000-32767"),
  );
  add("--event-ttl <duration>", "time after which events are deleted", duration("1h"));
  add("--allow-privileged [bool]", "allow privileged containers", boolean(false));
}

/** Adds the flags of admission plugins. */
export function addAdmissionFlags(add: AddFlag): void {
  add(
    "--enable-admission-plugins <names>",
    "comma-separated admission plugins to enable besides the defaults",
    list([]),
  );
  add("--disable-admission-plugins <names>", "comma-separated admission plugins to disable", list([]));
  add("--admission-control-config-file <path>", "file with the configuration of admission plugins");
  for (const [flag, state] of [
    ["not-ready", "not ready"],
    ["unreachable", "unreachable"],
  ] as const)
    add(
      `--default-${flag}-toleration-seconds <n>`,
      `time that pods tolerate a node that is ${state}, with the plugin DefaultTolerationSeconds`,
      integer(300, 0, 2_147_483_647),
    );
}

/** Adds the flags of the controllers in this process. */
export function addControllerFlags(add: AddFlag): void {
  add(
    "--controllers <names>",
    "comma-separated controllers to run in this process: * for all, -name to leave one out, empty for none",
    list(["*"]),
  );
  add(
    "--max-objects <n>",
    "maximum number of objects of a resource that a controller caches; larger resources are not garbage-collected",
    integer(1_000_000, 1000, 100_000_000),
  );
}

function parsePairs(text: string): readonly (readonly [string, boolean])[] {
  return text
    .split(",")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [key = "", value = "true"] = pair.split("=");
      if (value !== "true" && value !== "false" && value !== "")
        throw new InvalidArgumentError(`${quote(pair)} must end in =true or =false.`);
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
