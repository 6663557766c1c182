import type { AdmissionRequest } from "@svc/admission";
import type { Quantity } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import { type Amounts, amounts, noAmounts, sumOf, withInitContainers } from "../objects/amounts.ts";
import { isBestEffort } from "../pods/best-effort.ts";
import { type Counted, isWrite, one } from "./counted.ts";
import type { ScopeRequirement } from "./quota.ts";

interface Container {
  readonly name: string;
  readonly restartPolicy?: string;
  readonly resources?: {
    readonly limits?: Readonly<Record<string, string>>;
    readonly requests?: Readonly<Record<string, string>>;
  };
}

interface AffinityTerm {
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: object | null;
}

interface AffinityTerms {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly AffinityTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly { readonly podAffinityTerm?: AffinityTerm }[];
}

interface Pod extends ApiObject {
  readonly status?: { readonly phase?: string };
  readonly spec?: {
    readonly activeDeadlineSeconds?: number | null;
    readonly priorityClassName?: string;
    readonly overhead?: Readonly<Record<string, string>>;
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly affinity?: { readonly podAffinity?: AffinityTerms; readonly podAntiAffinity?: AffinityTerms };
  };
}

/** Resources that every container must set once a quota limits them; others may be omitted. */
const compute = ["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"];
const standard = ["cpu", "memory", "ephemeral-storage"];
const names = new Set([
  "pods",
  "count/pods",
  ...standard.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);

export const countedPod: Counted = {
  counts: (request) =>
    isWrite(request, "CREATE") ||
    (request.operation === "UPDATE" && (request.subresource === "resize" || changesDeadline(request))),
  limits: (name) => names.has(name) || /^(requests\.)?hugepages-/.test(name) || isExtended(name),
  usage: (pod) => usageOf(pod),
  inScope: (pod, requirement) => inScope(pod, requirement),
  unspecified: (pod, limited) => unspecified(pod, limited),
};

/** Pods with an active deadline count in other quotas than pods without one. */
function changesDeadline({ subresource, object, oldObject }: AdmissionRequest): boolean {
  return subresource === "" && object !== undefined && oldObject !== undefined && ends(object) !== ends(oldObject);
}

function ends({ spec }: Pod): boolean {
  return typeof spec?.activeDeadlineSeconds === "number";
}

/** `requests.` and the name of an extended resource. */
function isExtended(name: string): boolean {
  return name.startsWith("requests.") && name.includes("/");
}

/** A terminated pod counts only as an object. */
function usageOf(pod: Pod): Amounts {
  const ended = pod.status?.phase === "Failed" || pod.status?.phase === "Succeeded";
  return ended ? new Map([["count/pods", one]]) : needsOf(pod);
}

function needsOf({ spec }: Pod): Amounts {
  const needs = (member: "requests" | "limits"): Amounts => {
    const of = ({ resources }: Container): Amounts => amounts(resources?.[member]);
    const running = (spec?.containers ?? []).map(of).reduce(sumOf, noAmounts);
    return withInitContainers(running, spec?.initContainers ?? [], of);
  };
  const overhead = amounts(spec?.overhead);
  const limits = needs("limits");
  // Overhead counts as a limit only of resources that have a limit.
  const limited = new Map([...overhead].filter(([name]) => limits.has(name)));
  const usage = new Map<string, Quantity>([
    ["count/pods", one],
    ["pods", one],
  ]);
  for (const [name, quantity] of sumOf(needs("requests"), overhead))
    for (const counted of requestNames(name)) usage.set(counted, quantity);
  for (const [name, quantity] of sumOf(limits, limited))
    if (standard.includes(name)) usage.set(`limits.${name}`, quantity);
  return usage;
}

/** The names of limits that a request counts for. */
function requestNames(name: string): readonly string[] {
  if (standard.includes(name) || name.startsWith("hugepages-")) return [name, `requests.${name}`];
  return name.includes("/") ? [`requests.${name}`] : [];
}

function unspecified({ spec }: Pod, limited: readonly string[]): string {
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  return limited
    .filter((name) => compute.includes(name))
    .sort()
    .flatMap((name) => {
      const [member, resource] = name.startsWith("limits.")
        ? (["limits", name.slice("limits.".length)] as const)
        : (["requests", name.replace(/^requests\./, "")] as const);
      const silent = containers.filter(({ resources }) => resources?.[member]?.[resource] === undefined);
      return silent.length === 0 ? [] : [`${name} for: ${[...new Set(silent.map((c) => c.name))].sort().join(",")}`];
    })
    .join("; ");
}

function inScope(pod: Pod, { scopeName, operator, values = [] }: ScopeRequirement): boolean {
  switch (scopeName) {
    case "Terminating":
      return ends(pod);
    case "NotTerminating":
      return !ends(pod);
    case "BestEffort":
      return isBestEffort(pod);
    case "NotBestEffort":
      return !isBestEffort(pod);
    case "CrossNamespacePodAffinity":
      return looksElsewhere(pod);
    case "PriorityClass":
      return hasPriorityClass(pod.spec?.priorityClassName ?? "", operator, values);
    default:
      return false;
  }
}

function hasPriorityClass(name: string, operator: string, values: readonly string[]): boolean {
  switch (operator) {
    case "Exists":
      return name !== "";
    case "DoesNotExist":
      return name === "";
    case "In":
      return values.includes(name);
    case "NotIn":
      return !values.includes(name);
    default:
      return false;
  }
}

/** True if the affinity of a pod refers to pods of other namespaces. */
function looksElsewhere({ spec }: Pod): boolean {
  return [spec?.affinity?.podAffinity, spec?.affinity?.podAntiAffinity].some((terms) =>
    [
      ...(terms?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(terms?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => term.podAffinityTerm ?? {}),
    ].some(({ namespaces = [], namespaceSelector }) => namespaces.length > 0 || (namespaceSelector ?? null) !== null),
  );
}
