import { compareQuantities } from "@svc/base";
import { dns1123Subdomain, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, each, members, named, needed, text } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { configMapKey, envVarName } from "../common/names.ts";
import { amountOf, isHugePages } from "../common/resources.ts";

/** Fields of a pod that have a name in version 1 of the API. */
const knownFields: ReadonlySet<string> = new Set([
  ...["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"],
  ...["spec.host", "spec.nodeName", "spec.restartPolicy", "spec.serviceAccountName", "spec.schedulerName"],
  ...["status.phase", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"],
]);

const environmentFields: readonly string[] = [
  ...["metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName"],
  ...["status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"],
];

/**
 * A reference to a field of the pod.
 * @param supported fields that may be referenced without a subscript
 */
export function fieldReference(supported: readonly string[]): Check<core.ObjectFieldSelector> {
  return ({ apiVersion = "", fieldPath }, at) => {
    if (apiVersion === "") return at.field("apiVersion").required();
    const path = at.field("fieldPath");
    if (fieldPath === "") return path.required();
    const { label, subscript } = splitSubscript(fieldPath);
    const problem = problemOfField(apiVersion, label, subscript);
    if (problem !== undefined) return path.invalid(fieldPath, `error converting fieldPath: ${problem}`);
    if (subscript !== undefined) {
      const key = label === "metadata.annotations" ? subscript.toLowerCase() : subscript;
      for (const detail of qualifiedName(key)) at.invalid(key, detail);
    } else if (!supported.includes(label === "spec.host" ? "spec.nodeName" : label))
      path.notSupported(fieldPath, supported);
  };
}

/** `metadata.labels['x']` */
function splitSubscript(path: string): { readonly label: string; readonly subscript?: string } {
  const [open, close] = ["['", "']"];
  const at = path.indexOf(open);
  const end = path.length - close.length;
  if (at < 0 || at + open.length > end || !path.endsWith(close)) return { label: path };
  return { label: path.slice(0, at), subscript: path.slice(at + open.length, end) };
}

function problemOfField(apiVersion: string, label: string, subscript: string | undefined): string | undefined {
  if (apiVersion !== "v1") return `unsupported pod version: ${apiVersion}`;
  if (subscript !== undefined) {
    if (label === "metadata.annotations" || label === "metadata.labels") return undefined;
    return `field label does not support subscript: ${label}['${subscript}']`;
  }
  return knownFields.has(label) ? undefined : `field label not supported: ${label}`;
}

const resourceFields = ["cpu", "ephemeral-storage", "memory"];
const environmentResources: readonly string[] = ["limits", "requests"].flatMap((of) =>
  resourceFields.map((name) => `${of}.${name}`),
);
const byteDivisors = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];
const divisors: ReadonlyMap<string, { readonly allowed: readonly string[]; readonly what: string }> = new Map(
  Object.entries<{ readonly allowed: readonly string[]; readonly what: string }>({
    cpu: { allowed: ["1m", "1"], what: "values 1m and 1 are supported with the cpu resource" },
    memory: { allowed: byteDivisors, what: `values ${byteDivisors.join(", ")} are supported with the memory resource` },
    "ephemeral-storage": {
      allowed: byteDivisors,
      what: `values ${byteDivisors.join(", ")} are supported with the local ephemeral storage resource`,
    },
    hugepages: {
      allowed: byteDivisors,
      what: `values ${byteDivisors.join(", ")} are supported with the hugepages resource`,
    },
  }),
);

/** A reference to a resource of a container. @param volume where the container must be named */
export function resourceFieldReference(place: "volume" | "environment"): Check<core.ResourceFieldSelector> {
  return ({ containerName = "", resource, divisor = "0" }, at) => {
    if (place === "volume" && containerName === "") return at.field("containerName").required();
    if (resource === "") return at.field("resource").required();
    const name = resource.slice(resource.indexOf(".") + 1);
    if (!environmentResources.includes(resource) && !(/^(limits|requests)\./.test(resource) && isHugePages(name)))
      return at.field("resource").notSupported(resource, environmentResources);
    const rule = divisors.get(isHugePages(name) ? "hugepages" : name);
    const amount = amountOf(divisor);
    if (rule === undefined || amount.nanos === 0n) return;
    if (!rule.allowed.some((text) => compareQuantities(amountOf(text), amount) === 0))
      at.field("divisor").invalid(resource, `only divisor's ${rule.what}`);
  };
}

interface KeyReference {
  name?: string;
  key: string;
}

const keyReference: Check<KeyReference> = members<KeyReference>({
  name: text(named(dns1123Subdomain)),
  key: needed(named(configMapKey)),
});

const sources = [
  ["fieldRef", fieldReference(environmentFields)],
  ["resourceFieldRef", resourceFieldReference("environment")],
  ["configMapKeyRef", keyReference],
  ["secretKeyRef", keyReference],
] as const satisfies readonly (readonly [keyof core.EnvVarSource, Check<never>])[];

const envSource = (source: core.EnvVarSource, value: string | undefined, at: FieldPath): void => {
  let found = 0;
  for (const [name, check] of sources) {
    const ref = source[name];
    if (ref === undefined) continue;
    found++;
    check(ref as never, at.field(name));
  }
  if (found === 0)
    at.invalid("", "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`");
  else if ((value ?? "") !== "") at.invalid("", "may not be specified when `value` is not empty");
  else if (found > 1) at.invalid("", "may not have more than one field specified at a time");
};

const variableName = named(envVarName);

export const environment: Check<readonly core.EnvVar[]> = each(({ name, value, valueFrom }, at) => {
  if (name === "") at.field("name").required();
  else variableName(name, at.field("name"));
  if (valueFrom !== undefined) envSource(valueFrom, value, at.field("valueFrom"));
});

interface NameReference {
  name?: string;
}
const nameReference: Check<NameReference> = members<NameReference>({ name: needed(named(dns1123Subdomain)) });

/** Whole config maps and secrets; errors of the choice between them have the path of the list. */
export const environmentFrom: Check<readonly core.EnvFromSource[]> = (list, at) => {
  for (const [i, { prefix = "", configMapRef, secretRef }] of list.entries()) {
    const place = at.item(i);
    if (prefix !== "") variableName(prefix, place.field("prefix"));
    if (configMapRef !== undefined) nameReference(configMapRef, place.field("configMapRef"));
    if (secretRef !== undefined) nameReference(secretRef, place.field("secretRef"));
    if (configMapRef === undefined && secretRef === undefined)
      at.invalid("", "must specify one of: `configMapRef` or `secretRef`");
    else if (configMapRef !== undefined && secretRef !== undefined)
      at.invalid("", "may not have more than one field specified at a time");
  }
};
