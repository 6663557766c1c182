import { type Dialect, dns1123Label } from "@svc/meta";
import type { corev1 as core, metav1 } from "@svc/types";
import { type AddressWarnings, addressWarnings } from "../common/address-spelling.ts";
import { isEmpty } from "../common/check.ts";
import { isWhole } from "../common/resources.ts";
import { placementWarnings } from "./placement-warnings.ts";
import { portWarnings } from "./port-warnings.ts";
import { fractional, volumeWarnings } from "./volume-warnings.ts";

interface Template {
  readonly metadata?: metav1.ObjectMeta;
  readonly spec?: core.PodSpec;
}

/** @param old the previous template: warnings of unchanged, immutable parts are cached */
type TemplateWarnings = (template: Template | undefined, old?: Template) => readonly string[];

/**
 * Warnings about pods that are valid, but probably mistakes.
 * @param path of the pod's template: empty, or `spec.template`
 */
export function podWarnings(dialect: Dialect, path: string): TemplateWarnings {
  const known = new WeakMap<Template, readonly string[]>();
  const warnings = warningsAt(dialect, path);
  return (template = {}, old) => {
    if (template !== old) return warnings(template, old);
    const found = known.get(template) ?? warnings(template, old);
    known.set(template, found);
    return found;
  };
}

function warningsAt(
  dialect: Dialect,
  path: string,
): (template: Template, old: Template | undefined) => readonly string[] {
  const placement = placementWarnings(dialect);
  const addresses = addressWarnings(dialect);
  const annotations = annotationWarnings(dialect);
  const containers = containerWarnings();
  const prefix = path === "" ? "" : `${path}.`;
  const at = `${prefix}spec`;
  return ({ metadata, spec = { containers: [] } }, old) => [
    ...placement(spec, at),
    ...annotations(metadata?.annotations ?? {}, spec, `${prefix}metadata.annotations`),
    ...volumeWarnings(spec.volumes ?? [], `${at}.volumes`),
    ...listWarnings(spec, at),
    ...containers(spec, at, old?.spec),
    ...portWarnings(spec, at),
    ...dnsWarnings(spec, at, addresses),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0 ? [`${at}.terminationGracePeriodSeconds: ${treatedAsOne}`] : []),
  ];
}

/**
 * Names of pods become names of hosts.
 * @param what "the Pod's hostname", or that of pods to come
 */
export function nameWarnings(name: string, what: string): readonly string[] {
  const problems = dns1123Label(name);
  if (problems.length === 0) return [];
  const text = `this is used in ${what}, which can result in surprising behavior; a DNS label is recommended`;
  return [`metadata.name: ${text}: [${problems.join(" ")}]`];
}

interface Versioned {
  readonly metadata?: metav1.ObjectMeta;
}

/** True if an object is new or its generation changed. */
export function isOtherwise(object: Versioned, old: Versioned | undefined): boolean {
  return old === undefined || object.metadata?.generation !== old.metadata?.generation;
}

/** Warnings for kinds with a pod template: on creation, and when the generation changes. */
export function ownerWarnings(
  object: Versioned,
  old: Versioned | undefined,
  warnings: () => readonly string[],
): readonly string[] {
  if (!isOtherwise(object, old)) return [];
  if (old !== undefined) return warnings();
  return [...nameWarnings(object.metadata?.name ?? "", "Pod names and hostnames"), ...warnings()];
}

const treatedAsOne = "must be >= 0; negative values are invalid and will be treated as 1";
const podAnnotations = "metadata.annotations";

type AnnotationWarnings = (
  annotations: Readonly<Record<string, string>>,
  spec: core.PodSpec,
  at: string,
) => readonly string[];

function annotationWarnings({ expand }: Dialect): AnnotationWarnings {
  const critical = expand("scheduler.alpha.{labels}/critical-pod");
  const podSeccomp = expand("seccomp.security.alpha.{labels}/pod");
  const seccomp = expand("container.seccomp.security.alpha.{labels}/");
  const appArmor = expand("container.apparmor.security.beta.{labels}/");
  return (annotations, spec, at) => {
    const warnings: string[] = [];
    if (isEmpty(annotations)) return warnings;
    const warn = (key: string, since: string, field: string): void => {
      if (key in annotations) warnings.push(`${at}[${key}]: ${since}; use the "${field}" field instead`);
    };
    const isTemplate = at !== podAnnotations;
    const useless = "non-functional in v1.27+";
    warn(critical, "non-functional in v1.16+", "priorityClassName");
    if (spec.securityContext?.seccompProfile === undefined) warn(podSeccomp, useless, "seccompProfile");
    for (const { name, securityContext } of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
      if (securityContext?.seccompProfile === undefined) warn(seccomp + name, useless, "seccompProfile");
      // In pods the field is filled from the annotation, and the other way round.
      const appArmorProfile = securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
      if (isTemplate && appArmorProfile === undefined)
        warn(appArmor + name, "deprecated since v1.30", "appArmorProfile");
    }
    return warnings;
  };
}

function listWarnings(
  { hostAliases = [], imagePullSecrets = [], overhead = {} }: core.PodSpec,
  at: string,
): readonly string[] {
  const warnings: string[] = [];
  const repeated = (values: readonly (string | undefined)[], text: (i: number, value: string) => string): void => {
    const seen = new Set<string>();
    for (const [i, value = ""] of values.entries()) {
      if (seen.has(value)) warnings.push(text(i, value));
      seen.add(value);
    }
  };
  const aliases = hostAliases.map(({ ip }) => ip);
  repeated(aliases, (i, ip) => `${at}.hostAliases[${i}].ip: duplicate ip "${ip}"`);
  const secrets = imagePullSecrets.map(({ name }) => name);
  repeated(secrets, (i, name) => `${at}.imagePullSecrets[${i}].name: duplicate name "${name}"`);
  for (const [i, name = ""] of secrets.entries())
    if (name === "") warnings.push(`${at}.imagePullSecrets[${i}].name: invalid empty name ""`);
  return [...warnings, ...byteWarnings(overhead, `${at}.overhead`)];
}

const byteResources: readonly string[] = ["memory", "ephemeral-storage"];

function byteWarnings(
  list: Readonly<Record<string, string>> = {},
  path: string,
  names: readonly string[] = byteResources,
): readonly string[] {
  const warnings: string[] = [];
  for (const name of names) {
    const amount = list[name];
    if (amount !== undefined && !isWhole(amount)) warnings.push(fractional(`${path}[${name}]`, amount));
  }
  return warnings;
}

type ContainerWarnings = (spec: core.PodSpec, at: string, old: core.PodSpec | undefined) => readonly string[];

/** Cached for a container that keeps its position. */
function containerWarnings(): ContainerWarnings {
  const known = new WeakMap<core.Container, { readonly path: string; readonly warnings: readonly string[] }>();
  return (spec, at, old) =>
    (["initContainers", "containers"] as const).flatMap((list) =>
      (spec[list] ?? []).flatMap((container, i) => {
        const path = `${at}.${list}[${i}]`;
        if (container !== old?.[list]?.[i]) return warningsOf(container, path);
        const before = known.get(container);
        if (before?.path === path) return before.warnings;
        const warnings = warningsOf(container, path);
        known.set(container, { path, warnings });
        return warnings;
      }),
    );
}

function warningsOf({ env = [], resources = {} }: core.Container, path: string): readonly string[] {
  return [
    ...byteResources.flatMap((name) => [
      ...byteWarnings(resources.limits, `${path}.resources.limits`, [name]),
      ...byteWarnings(resources.requests, `${path}.resources.requests`, [name]),
    ]),
    ...hiddenVariables(env, path),
  ];
}

/** A later value takes the place of an earlier one; unless it is made of it. */
function hiddenVariables(env: readonly core.EnvVar[], path: string): readonly string[] {
  const seen = new Set<string>();
  const warnings: string[] = [];
  for (let i = 0; i < env.length; i++) {
    const { name, value = "" } = env[i] as core.EnvVar;
    if (seen.has(name) && !value.includes(`$(${name})`))
      warnings.push(`${path}.env[${i}]: hides previous definition of "${name}", which may be dropped when using apply`);
    seen.add(name);
  }
  return warnings;
}

function dnsWarnings(
  { dnsConfig, hostAliases = [] }: core.PodSpec,
  at: string,
  { ip }: AddressWarnings,
): readonly string[] {
  return [
    ...(dnsConfig?.nameservers ?? []).flatMap((address, i) => ip(`${at}.dnsConfig.nameservers[${i}]`, address)),
    ...hostAliases.flatMap((alias, i) => ip(`${at}.hostAliases[${i}].ip`, alias.ip)),
  ];
}
