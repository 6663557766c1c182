import { builtinDefinitions } from "@svc/api";
import { quote } from "@svc/base";
import { kubernetesDialect } from "@svc/meta";
import { admissionPluginNames } from "../../admission/check.ts";
import { FlagValueError, readBool } from "../grammar/flag-values.ts";
import { allOf, type Check, type Values, valueOrDefault } from "./check.ts";

/** Keys and values of `--runtime-config`; a key without a value is true. */
function runtimeConfig(values: Values): ReadonlyMap<string, string> {
  const pairs = allOf(values, "runtime-config").flatMap((text) => text.split(","));
  return new Map(
    pairs
      .filter((pair) => pair !== "")
      .map((pair) => {
        const at = pair.indexOf("=");
        return at < 0 ? [pair.trim(), "true"] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      }),
  );
}

/** A text as a boolean; undefined for others, which the server reports when it starts. */
function truthOf(text: string | undefined): boolean | undefined {
  try {
    return text === undefined ? undefined : readBool(text);
  } catch (error) {
    if (error instanceof FlagValueError) return undefined;
    throw error;
  }
}

/** Flow control needs its own kinds. */
export const flowControlProblem: Check = (values) => {
  if (valueOrDefault(values, "enable-priority-and-fairness") !== "true") return undefined;
  const config = runtimeConfig(values);
  const keys = ["flowcontrol.apiserver.k8s.io/v1", "api/ga", "api/all"];
  const key = keys.find((name) => truthOf(config.get(name)) !== undefined);
  return key !== undefined && truthOf(config.get(key)) === false
    ? `--runtime-config=${key}=false conflicts with --enable-priority-and-fairness=true`
    : undefined;
};

const groupedKeys: ReadonlySet<string> = new Set(["api/all", "api/ga", "api/beta", "api/alpha", "api/legacy"]);

/** Checks the keys of `--runtime-config`: versions of groups, and what is said of many. */
export const runtimeConfigProblem: Check = (values) => {
  const config = runtimeConfig(values);
  if (config.size === 1 && truthOf(config.get("api/all")) === false) return "invalid key with only api/all=false";
  const keys = [...config.keys()].filter((key) => !groupedKeys.has(key) && key !== "v1" && key !== "api/v1");
  const invalid = keys.find((key) => ![2, 3].includes(key.split("/").length));
  if (invalid !== undefined) return `runtime-config invalid key ${invalid}`;
  if (keys.length === 0) return undefined;
  const known = servedGroups();
  const unknown = keys.map((key) => key.split("/")[0] ?? "").filter((group) => !known.has(group));
  return unknown.length === 0 ? undefined : `unknown api groups ${[...new Set(unknown)].join(",")}`;
};

function servedGroups(): ReadonlySet<string> {
  return new Set(builtinDefinitions(kubernetesDialect).flatMap(({ versions }) => versions.map(({ group }) => group)));
}

function unknownPlugins(flag: string): Check {
  return (values) => {
    const known = admissionPluginNames();
    const unknown = allOf(values, flag).filter((name) => !known.has(name));
    return unknown.map((name) => `${flag} plugin ${quote(name)} is unknown`);
  };
}

const bothWaysOfPlugins: Check = (values) =>
  values.has("admission-control") && (values.has("enable-admission-plugins") || values.has("disable-admission-plugins"))
    ? "admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive"
    : undefined;

const overlappingPlugins: Check = (values) => {
  const disabled = new Set(allOf(values, "disable-admission-plugins"));
  const both = [...new Set(allOf(values, "enable-admission-plugins"))].filter((name) => disabled.has(name)).sort();
  return both.length === 0
    ? undefined
    : `[${both.join(" ")}] in enable-admission-plugins and disable-admission-plugins overlapped`;
};

/** Checks of admission plugins, in the order of their messages. */
export const admissionChecks: readonly Check[] = [
  bothWaysOfPlugins,
  unknownPlugins("admission-control"),
  unknownPlugins("enable-admission-plugins"),
  unknownPlugins("disable-admission-plugins"),
  overlappingPlugins,
];
