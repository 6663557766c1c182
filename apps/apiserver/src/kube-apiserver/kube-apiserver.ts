import { existsSync } from "node:fs";
import { join } from "node:path";
import { admissionPluginNames } from "../admission/check.ts";
import { allOf, isMissing, type Values } from "./checks/check.ts";
import { findProblem, refusedFlags } from "./checks/checks.ts";
import { normalizeFeatureGates } from "./checks/version-checks.ts";
import { readCommandLine } from "./command-line.ts";
import { type FlagType, flagTable } from "./grammar/flag-table.ts";
import type { StandIn } from "./stand-in.ts";

/** A command line of kube-apiserver as this server understands it. */
export interface KubeApiserverLine {
  readonly values: Values;
  /** Warnings about deprecated flags. */
  readonly warnings: readonly string[];
  /** Flags that were given another value than their default, and change nothing in this server. */
  readonly withoutEffect: readonly string[];
  readonly etcdServers: readonly string[];
  /** Set when a text is requested in place of a server. */
  readonly requestedText: "help" | "version" | undefined;
  /** Why flags that are well-formed each do not go together; undefined if they do. */
  readonly problem: string | undefined;
}

/** Flags that are acted on although this server has none of that name. */
const translated: ReadonlySet<string> = new Set([
  "help",
  "version",
  "admission-control",
  "audit-webhook-batch-initial-backoff",
]);

/**
 * Reads the arguments of kube-apiserver.
 * @param known the flags of this server
 * @throws {CommandLineError}
 */
export function readKubeApiserverLine(args: readonly string[], known: ReadonlySet<string>): KubeApiserverLine {
  const { values, warnings } = readCommandLine(args);
  const requestedText = values.has("help") ? "help" : isRequested(values, "version") ? "version" : undefined;
  const withoutEffect = flagTable
    .filter(([name, , byDefault]) => {
      const texts = values.get(name);
      return texts !== undefined && texts.join(",") !== byDefault && !known.has(name) && !translated.has(name);
    })
    .map(([name]) => `--${name}`);
  const problem = requestedText === undefined ? findProblem(values) : undefined;
  return {
    values,
    warnings,
    withoutEffect,
    etcdServers: values.get("etcd-servers") ?? [],
    requestedText,
    problem,
  };
}

function isRequested(values: Values, flag: string): boolean {
  return values.has(flag) && values.get(flag)?.at(-1) !== "false";
}

const defaultCertDir = "/var/run/kubernetes";

interface Translation {
  /** The flags of this server. */
  readonly known: ReadonlySet<string>;
  /** The stand-in that listens in place of etcd: objects are stored in its directory. */
  readonly standIn: StandIn | undefined;
}

/**
 * The arguments by which this server does the same: the Kubernetes dialect, the defaults of
 * kube-apiserver, and no controllers, which are another program there.
 */
export function argumentsOf({ values }: KubeApiserverLine, { known, standIn }: Translation): readonly string[] {
  const certDir = values.get("cert-dir")?.at(-1) ?? defaultCertDir;
  const args = flagTable.flatMap(([name, type]) => {
    const texts = values.get(name);
    if (texts === undefined || (name === "etcd-servers" && standIn !== undefined)) return [];
    if (pluginFlags.has(name)) return [];
    if (name === "audit-webhook-batch-initial-backoff") return [`--audit-webhook-initial-backoff=${texts.at(-1)}`];
    return known.has(name) && !translated.has(name) ? argumentsFor(name, type, texts) : [];
  });
  return [
    "--dialect=kubernetes",
    "--controllers=",
    `--data-dir=${standIn?.dataDir ?? certDir}`,
    `--cert-dir=${certDir}`,
    ...(standIn === undefined ? [] : ["--storage=embedded", `--unsafe-no-fsync=${standIn.unsafeNoFsync}`]),
    ...(values.has("authorization-mode") || values.has("authorization-config")
      ? []
      : ["--authorization-mode=AlwaysAllow"]),
    ...servingPair(values, certDir),
    ...(isMissing(values, "admission-control")
      ? defaultPlugins(values)
      : exactPlugins(allOf(values, "admission-control"))),
    ...args,
  ];
}

const pluginFlags: ReadonlySet<string> = new Set([
  "admission-control",
  "enable-admission-plugins",
  "disable-admission-plugins",
]);
/** Plugins that are on in kube-apiserver and off in this server, and the other way round. */
const onByDefault = [
  "DefaultTolerationSeconds",
  "Priority",
  "ServiceAccount",
  "StorageObjectInUseProtection",
  "TaintNodesByCondition",
];
const offByDefault = ["DenyServiceExternalIPs"];

/** The flags of plugins, with the defaults of kube-apiserver. */
function defaultPlugins(values: Values): readonly string[] {
  const enabled = allOf(values, "enable-admission-plugins");
  const disabled = allOf(values, "disable-admission-plugins");
  const on = [...enabled, ...onByDefault.filter((name) => !enabled.includes(name) && !disabled.includes(name))];
  const off = [...disabled, ...offByDefault.filter((name) => !enabled.includes(name) && !disabled.includes(name))];
  return [`--enable-admission-plugins=${on.join(",")}`, `--disable-admission-plugins=${off.join(",")}`];
}

/** `--admission-control` names every plugin that is on. */
function exactPlugins(enabled: readonly string[]): readonly string[] {
  const disabled = [...admissionPluginNames()].filter((name) => !enabled.includes(name));
  return [`--enable-admission-plugins=${enabled.join(",")}`, `--disable-admission-plugins=${disabled.join(",")}`];
}

/** The pair of files in the certificate directory, where both are there and no other is given. */
function servingPair(values: Values, certDir: string): readonly string[] {
  if (values.has("tls-cert-file") || values.has("tls-private-key-file")) return [];
  const [certificate, key] = [join(certDir, "apiserver.crt"), join(certDir, "apiserver.key")];
  if (!existsSync(certificate) || !existsSync(key)) return [];
  return [`--tls-cert-file=${certificate}`, `--tls-private-key-file=${key}`];
}

/** The highest verbosity of logs that this server distinguishes. */
const mostVerbose = 10;
/** Versions of TLS that are not supported; the oldest supported version is used in their place. */
const oldVersions: ReadonlySet<string> = new Set(["VersionTLS10", "VersionTLS11"]);

function argumentsFor(name: string, type: FlagType, values: readonly string[]): readonly string[] {
  const value = values.at(-1) ?? "";
  if (type === "texts" || type === "namedCertKey") return values.map((text) => `--${name}=${text}`);
  if (type === "strings" || type === "pairs" || type === "claims") return [`--${name}=${values.join(",")}`];
  if (type === "gates") return [`--${name}=${normalizeFeatureGates(values)}`];
  if (type === "level") return [`--${name}=${Math.min(Number(value), mostVerbose)}`];
  if (name === "tls-min-version" && oldVersions.has(value)) return [`--${name}=VersionTLS12`];
  // NaN compares as false, so that the original acts as on the default.
  return value === "" || value === "NaN" ? [] : [`--${name}=${value}`];
}

/** What the help calls the value of a flag, where that is not its type. */
const valueNames: Partial<Record<FlagType, string>> = {
  bool: "",
  claims: "mapStringString",
  float64: "float",
  gates: "colonSeparatedMultimapStringString",
  int64: "int",
  level: "Level",
  modulePatterns: "pattern=N,...",
  pairs: "mapStringString",
  seconds: "int",
  textPairs: "stringToString",
  texts: "stringArray",
  version: "version[=true]",
};

/**
 * The output of `--version`: the release of Kubernetes that the server behaves as, and the name of
 * this server.
 */
export const kubeApiserverVersion = "Kubernetes v1.33.0+svc";

function noteOn(name: string, known: ReadonlySet<string>): string {
  if (refusedFlags.has(name)) return "   (refused here)";
  return known.has(name) || translated.has(name) ? "" : "   (no effect here)";
}

/** The text of `--help`: all flags, with a note for flags that are refused or have no effect. */
export function kubeApiserverHelp(known: ReadonlySet<string>): string {
  const lines = flagTable.map(([name, type]) => {
    const start = name === "v" ? "  -v, --v" : name === "help" ? "  -h, --help" : `      --${name}`;
    return `${start} ${valueNames[type] ?? type}`.trimEnd() + noteOn(name, known);
  });
  return [
    "The API server of a Kubernetes control plane, as a program of @svc/apiserver that takes the flags of kube-apiserver.",
    "",
    "Usage:",
    "  kube-apiserver [flags]",
    "",
    "Flags:",
    ...lines,
    "",
  ].join("\n");
}
