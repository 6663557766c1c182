import { parseDurationMs } from "@svc/base";
import { Command, InvalidArgumentError, Option } from "commander";

/**
 * The flags of the controller manager, in camel case. Names are those of kube-controller-manager;
 * durations are milliseconds.
 */
export interface Flags {
  readonly dialect: "svc" | "kubernetes";
  readonly kubeconfig?: string;
  readonly controllers: readonly string[];
  readonly rootCaFile?: string;
  readonly serviceAccountPrivateKeyFile?: string;
  readonly leaderElect: boolean;
  readonly leaderElectLeaseDuration: number;
  readonly leaderElectRenewDeadline: number;
  readonly leaderElectRetryPeriod: number;
  readonly leaderElectResourceLock: "leases";
  readonly leaderElectResourceName?: string;
  readonly leaderElectResourceNamespace?: string;
  readonly useServiceAccountCredentials: boolean;
  readonly concurrentGcSyncs: number;
  readonly concurrentNamespaceSyncs: number;
  readonly maxObjects: number;
  readonly healthzBindAddress: string;
  readonly v: number;
}

/** Parses the command line. @throws {CommanderError} for an unknown flag or an invalid value */
export function parseFlags(args: readonly string[]): Flags {
  return createCommand()
    .parse([...args], { from: "user" })
    .opts<Flags>();
}

export function createCommand(): Command {
  const command = new Command("svc-controller-manager")
    .description("The controllers of the control plane. Of several instances one leads; the others stand by.")
    .allowExcessArguments(false)
    .exitOverride();
  const add = (flags: string, description: string, shape: Shape = (o) => o): void => {
    command.addOption(shape(new Option(flags, description)));
  };
  add("--dialect <name>", "API groups, labels and media types of the server, svc.io or k8s.io", (o) =>
    o.choices(["svc", "kubernetes"]).default("svc"),
  );
  add("--kubeconfig <path>", "kubeconfig of the server (default: the service account of the pod)");
  add(
    "--controllers <names>",
    "comma-separated controllers: * for all that are on by default, name to add one, -name to leave one out",
    list(["*"]),
  );
  add(
    "--root-ca-file <path>",
    "PEM file with the server's certificate authorities, to publish in every namespace (default: those of the kubeconfig)",
  );
  add(
    "--service-account-private-key-file <path>",
    "PEM file with the key that signs service account tokens for Secrets; without it no tokens are issued",
  );
  add("--leader-elect [bool]", "run the controllers only while this instance is the leader", boolean(true));
  add(
    "--leader-elect-lease-duration <duration>",
    "time after its last renewal at which a leader is replaced",
    duration("15s"),
  );
  add(
    "--leader-elect-renew-deadline <duration>",
    "time for which a leader tries to renew before it gives up",
    duration("10s"),
  );
  add("--leader-elect-retry-period <duration>", "interval of attempts to lead or to renew", duration("2s"));
  add("--leader-elect-resource-lock <kind>", "kind of the lock", (o) => o.choices(["leases"]).default("leases"));
  add(
    "--leader-elect-resource-name <name>",
    "name of the lease (default: kube-controller-manager, or the same of the dialect)",
  );
  add("--leader-elect-resource-namespace <name>", "namespace of the lease (default: the system namespace)");
  add(
    "--use-service-account-credentials [bool]",
    "run each controller with a service account of its own, which has only the permissions that it needs",
    boolean(false),
  );
  add("--concurrent-gc-syncs <n>", "number of concurrent workers of the garbage collector", integer(20, 1, 1000));
  add(
    "--concurrent-namespace-syncs <n>",
    "number of concurrent workers of the namespace controller",
    integer(10, 1, 1000),
  );
  add(
    "--max-objects <n>",
    "maximum number of objects of a resource that a controller caches; larger resources are not garbage-collected",
    integer(1_000_000, 1000, 100_000_000),
  );
  add("--healthz-bind-address <address>", "ip:port of the health endpoint, or 0 for none", (o) =>
    o.default("127.0.0.1:10257"),
  );
  add("--v <level>", "log verbosity from 0 to 10", integer(0, 0, 10));
  return command;
}

/** Gives an option its parser and its default. */
type Shape = (option: Option) => Option;

function list(byDefault: readonly string[]): Shape {
  const parse = (text: string): readonly string[] =>
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
  return (option) => option.argParser(parse).default(byDefault, byDefault.join(","));
}

function integer(byDefault: number, min: number, max: number): Shape {
  const parse = (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
  return (option) => option.argParser(parse).default(byDefault);
}

function duration(byDefault: string): Shape {
  const parse = (text: string): number => {
    const ms = parseDurationMs(text);
    if (ms === undefined || ms <= 0)
      throw new InvalidArgumentError("It must be a duration such as 300ms, 90s or 1m30s.");
    return ms;
  };
  return (option) => option.argParser(parse).default(parse(byDefault), byDefault);
}

function boolean(byDefault: boolean): Shape {
  const parse = (text: string): boolean => {
    if (text !== "true" && text !== "false") throw new InvalidArgumentError("It must be true or false.");
    return text === "true";
  };
  return (option) => option.argParser(parse).preset("true").default(byDefault);
}
