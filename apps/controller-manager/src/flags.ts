import { type AddFlag, boolean, describeFlag, duration, flagSection, integer, list } from "@svc/program";
import { Command } from "commander";

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

/** The command line with its flags in sections, as `--help` shows them. */
export function createCommand(): Command {
  const command = new Command("svc-controller-manager")
    .description("The controllers of the control plane. Of several instances one leads; the others stand by.")
    .allowExcessArguments(false)
    .exitOverride()
    .configureHelp({ optionDescription: describeFlag });
  addServerFlags(flagSection(command, "Server"));
  addControllerFlags(flagSection(command, "Controllers"));
  addLeadershipFlags(flagSection(command, "Leadership"));
  addObservabilityFlags(flagSection(command, "Health and logs"));
  return command;
}

function addServerFlags(add: AddFlag): void {
  add("--dialect <name>", "API groups, labels and media types of the server, svc.io or k8s.io", (o) =>
    o.choices(["svc", "kubernetes"]).default("svc"),
  );
  add("--kubeconfig <path>", "kubeconfig of the server (default: the service account of the pod)");
  add(
    "--use-service-account-credentials [bool]",
    "run each controller with a service account of its own, which has only the permissions that it needs",
    boolean(false),
  );
}

function addControllerFlags(add: AddFlag): void {
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
}

function addLeadershipFlags(add: AddFlag): void {
  const positive = { isPositive: true };
  add("--leader-elect [bool]", "run the controllers only while this instance is the leader", boolean(true));
  add(
    "--leader-elect-lease-duration <duration>",
    "time after its last renewal at which a leader is replaced",
    duration("15s", positive),
  );
  add(
    "--leader-elect-renew-deadline <duration>",
    "time for which a leader tries to renew before it gives up",
    duration("10s", positive),
  );
  add("--leader-elect-retry-period <duration>", "interval of attempts to lead or to renew", duration("2s", positive));
  add("--leader-elect-resource-lock <kind>", "kind of the lock", (o) => o.choices(["leases"]).default("leases"));
  add(
    "--leader-elect-resource-name <name>",
    "name of the lease (default: kube-controller-manager, or the same of the dialect)",
  );
  add("--leader-elect-resource-namespace <name>", "namespace of the lease (default: the system namespace)");
}

function addObservabilityFlags(add: AddFlag): void {
  add("--healthz-bind-address <address>", "ip:port of the health endpoint, or 0 for none", (o) =>
    o.default("127.0.0.1:10257"),
  );
  add("--v <level>", "log verbosity from 0 to 10", integer(0, 0, 10));
}
