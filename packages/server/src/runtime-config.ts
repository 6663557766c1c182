import { formatApiVersion } from "@svc/meta";
import type { FeatureGates, ResourceDefinition, ResourceVersion, Stability } from "@svc/schema";

/**
 * `--runtime-config`: keys are `api/all`, `api/ga`, `api/beta`, `api/alpha`, `<group>/<version>`
 * and `<group>/<version>/<resource>`.
 */
export type RuntimeConfig = ReadonlyMap<string, boolean>;

interface ServedOptions {
  readonly config: RuntimeConfig;
  readonly gates: FeatureGates;
}

/** True if a version of an initial definition is served. */
export function isEnabled(
  { resource }: ResourceDefinition,
  version: ResourceVersion,
  { config, gates }: ServedOptions,
): boolean {
  if (!isGateOpen(version, gates)) return false;
  const apiVersion = keyOf(version);
  return (
    config.get(`${apiVersion}/${resource}`) ??
    config.get(apiVersion) ??
    config.get(stabilityKey(version.stability)) ??
    config.get("api/all") ??
    version.enabledByDefault
  );
}

export function isGateOpen({ featureGate }: ResourceVersion, gates: FeatureGates): boolean {
  return featureGate === undefined || gates.enabled(featureGate);
}

function keyOf(version: ResourceVersion): string {
  return version.group === "" ? `api/${version.version}` : formatApiVersion(version);
}

function stabilityKey(stability: Stability): string {
  return `api/${stability}`;
}

/**
 * A version that a known group lacks is no problem: configurations name versions of older releases.
 * @throws {TypeError} for a key that names no group of the definitions that the server starts with
 */
export function checkRuntimeConfig(definitions: readonly ResourceDefinition[], config: RuntimeConfig): void {
  const groups = new Set(definitions.flatMap(({ versions }) => versions.map(({ group }) => group)));
  const unknown = [...config.keys()].filter((key) => !isKnownKey(key, groups));
  if (unknown.length > 0) throw new TypeError(`unknown api groups ${unknown.join(",")}`);
}

const manyVersions: ReadonlySet<string> = new Set(["api/all", "api/ga", "api/beta", "api/alpha", "api/legacy"]);

function isKnownKey(key: string, groups: ReadonlySet<string>): boolean {
  if (manyVersions.has(key) || key === "v1" || /^api\/v1(?:\/|$)/.test(key)) return true;
  const [group = "", ...rest] = key.split("/");
  return (rest.length === 1 || rest.length === 2) && groups.has(group);
}
