import { parseDurationMs } from "@svc/base";
import { Command, InvalidArgumentError, Option } from "commander";

/**
 * What the command line says. Names are those of kube-controller-manager, in camel case; durations
 * are milliseconds.
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

/** @throws {CommanderError} with a text for people, for every flag that cannot be */
export function parseFlags(args: readonly string[]): Flags {
  return createCommand()
    .parse([...args], { from: "user" })
    .opts<Flags>();
}

export function createCommand(): Command {
  const command = new Command("svc-controller-manager")
    .description("The controllers of the control plane. Of several that run, one leads; the others wait to follow it.")
    .allowExcessArguments(false)
    .exitOverride();
  const add = (flags: string, description: string, shape: Shape = (o) => o): void => {
    command.addOption(shape(new Option(flags, description)));
  };
  add("--dialect <name>", "names of groups, labels and media types, as the server has them", (o) =>
    o.choices(["svc", "kubernetes"]).default("svc"),
  );
  add("--kubeconfig <path>", "where the server is, and as whom to speak to it (default: as a pod of its cluster)");
  add(
    "--controllers <names>",
    "comma-separated: * is all that are on by default, x one more, -x one less",
    list(["*"]),
  );
  add("--root-ca-file <path>", "who signs the server's certificate, PEM, for publication (default: the kubeconfig's)");
  add(
    "--service-account-private-key-file <path>",
    "the key that the server signs tokens of service accounts with, PEM: Secrets are filled with such tokens (default: none are)",
  );
  add("--leader-elect [bool]", "whether to wait until it leads before it does anything", boolean(true));
  add("--leader-elect-lease-duration <duration>", "how long others wait for a leader's renewal", duration("15s"));
  add("--leader-elect-renew-deadline <duration>", "how long a leader tries to renew", duration("10s"));
  add("--leader-elect-retry-period <duration>", "between attempts", duration("2s"));
  add("--leader-elect-resource-lock <kind>", "by what to agree", (o) => o.choices(["leases"]).default("leases"));
  add("--leader-elect-resource-name <name>", "of the lease (default: by the dialect, as kube-controller-manager)");
  add("--leader-elect-resource-namespace <name>", "of the lease (default: the system's)");
  add(
    "--use-service-account-credentials [bool]",
    "whether each controller acts as a service account of its own, with no more rights than it needs",
    boolean(false),
  );
  add("--concurrent-gc-syncs <n>", "garbage that is looked at at once", integer(20, 1, 1000));
  add("--concurrent-namespace-syncs <n>", "namespaces that are emptied at once", integer(10, 1, 1000));
  add(
    "--max-objects <n>",
    "objects of a kind that a controller follows; a kind with more is not collected",
    integer(1_000_000, 1000, 100_000_000),
  );
  add("--healthz-bind-address <address>", "where to tell over HTTP how it is: ip:port, or 0 for nowhere", (o) =>
    o.default("127.0.0.1:10257"),
  );
  add("--v <level>", "how much is logged: 0 to 10", integer(0, 0, 10));
  return command;
}

/** Gives an option its form: how it is read, and what it is when nobody says. */
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
