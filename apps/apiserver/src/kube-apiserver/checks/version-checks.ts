import { quote } from "@svc/base";
import { isLocked, knownFeatureGates } from "../../command-line/known-feature-gates.ts";
import { FlagValueError, readBool } from "../grammar/flag-values.ts";
import { type Check, last, type Values } from "./check.ts";

/** `Gate=true,Other=T` with its values spelled out. @throws {FlagValueError} */
export function normalizeFeatureGates(texts: readonly string[]): string {
  const gates = texts.flatMap((text) => text.split(",")).map((pair) => pair.trim());
  return gates
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      const gate = (at < 0 ? pair : pair.slice(0, at)).replace(/^[^:]*:/, "");
      if (at < 0) throw new FlagValueError(`missing bool value for ${gate}`);
      const value = pair.slice(at + 1).trim();
      try {
        return `${gate.trim()}=${readBool(value)}`;
      } catch (error) {
        throw new FlagValueError(`invalid value of ${gate}=${value}, err: ${(error as Error).message}`);
      }
    })
    .join(",");
}

/** The gates of texts that are well-formed. */
export function gatesOf(texts: readonly string[] = []): ReadonlyMap<string, boolean> {
  const pairs = normalizeFeatureGates(texts).split(",");
  return new Map(
    pairs.map((pair) => {
      const [name = "", value] = pair.split("=");
      return [name, value === "true"];
    }),
  );
}

/** A well-formed gate that the server does not have, or that can't be changed any more. */
function gateProblem(pair: string): string | undefined {
  const [, component = "kube"] = /^([^:=]*):/.exec(pair.trimStart()) ?? [];
  if (component !== "kube") return `component not registered: ${component}`;
  const [name = "", value] = normalizeFeatureGates([pair]).split("=");
  const gate = knownFeatureGates.get(name);
  if (gate === undefined) return `unrecognized feature gate: ${name}`;
  return isLocked(name, gate) && String(gate.enabledByDefault) !== value
    ? `cannot set feature gate ${name} to ${value}, feature is locked to ${gate.enabledByDefault}`
    : undefined;
}

/** The problem of the gates that are given. */
export function featureGateProblem(texts: readonly string[] = []): string | undefined {
  try {
    normalizeFeatureGates(texts);
    const pairs = texts.flatMap((text) => text.split(",")).filter((pair) => pair.trim() !== "");
    return pairs.map(gateProblem).find((problem) => problem !== undefined);
  } catch (error) {
    if (error instanceof FlagValueError) return error.message;
    throw error;
  }
}

/** Versions of `--emulated-version`: `1.32` or `kube=1.32`. */
export function emulatedVersionProblem(texts: readonly string[] = []): string | undefined {
  const found: string[] = [];
  for (const text of texts) {
    const at = text.indexOf("=");
    const component = at < 0 ? "kube" : text.slice(0, at);
    const version = text.slice(at + 1);
    const [, minor, patch] = /^v?\d+\.(\d+)(\.\d+)?$/.exec(version) ?? [];
    if (component !== "kube") return `component not registered: ${component}`;
    if (minor === undefined) return `could not parse ${quote(version)} as version`;
    if (patch !== undefined) return `patch version not allowed, got: kube=${version}`;
    found.push(version);
  }
  const [first, second] = found;
  return second === undefined ? undefined : `duplicate version flag, kube=${first} and kube=${second}`;
}

/** The oldest minor version of Kubernetes 1 that kube-apiserver 1.33 emulates, and its own. */
const emulated = { oldest: 31, newest: 33 } as const;

/** The problem of an emulated version that is too old or too new. */
export function emulationRangeProblem(values: Values): string | undefined {
  const version = last(values, "emulated-version")
    ?.replace(/^kube=/, "")
    .replace(/^v/, "");
  if (version === undefined) return undefined;
  const [major = 0, ofMajor = 0] = version.split(".").map(Number);
  const minor = major === 1 ? ofMajor : major < 1 ? 0 : Number.POSITIVE_INFINITY;
  const problem = `emulation version ${version} is not between [1.${emulated.oldest}, 1.${emulated.newest}.0]`;
  if (minor > emulated.newest) return problem;
  if (minor >= emulated.oldest) return undefined;
  const oldest = `1.${emulated.oldest}`;
  return `${problem}, minCompatibilityVersion version ${oldest} is not between [${oldest}, ${version}]`;
}

/** Both flags only make sense for an older version. */
export function forwardCompatibleProblem(flag: string, name: string): Check {
  return (values) => {
    const version = last(values, "emulated-version") ?? `1.${emulated.newest}`;
    return last(values, flag) === "true" && version.endsWith(`1.${emulated.newest}`)
      ? `ServerRunOptions.${name} cannot be set to true if the emulation version is the same as the binary version`
      : undefined;
  };
}
