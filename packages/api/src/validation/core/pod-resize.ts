import { compareQuantities } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { qosClassOf } from "../../strategies/pod-qos.ts";
import { same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { amountOf, type ResourceList } from "../common/resources.ts";

const resized = ["cpu", "memory"];
const onlyCompute = "only cpu and memory resources are mutable";
type ListName = "containers" | "initContainers";
const lists: readonly ListName[] = ["containers", "initContainers"];

/** Why a pod cannot be resized at all. */
export function resizeObstacle(old: core.Pod, isMirror: boolean): string | undefined {
  if (old.spec?.resources !== undefined) return "pods with pod-level resources cannot be resized";
  if (isMirror) return "static pods cannot be resized";
  if (old.spec?.os?.name === "windows") return "windows pods cannot be resized";
  return undefined;
}

/** Validates a change of the resources of a running pod. */
export function podResize(pod: core.Pod, old: core.Pod, at: FieldPath): void {
  const [spec, before] = [pod.spec ?? { containers: [] }, old.spec ?? { containers: [] }];
  if (qosClassOf(pod as ApiObject) !== qosClassOf(old as ApiObject))
    at.invalid(pod.status?.qosClass ?? "", "Pod QOS Class may not change as a result of resizing");
  if (!canNodeResize(old)) at.forbidden("Pod running on node without support for resize");
  if (!sameContainers(spec, before, at)) return;
  for (const list of lists)
    for (const { container, was, place } of pairs(spec, before, { list, at }))
      if (!isPlainInit(container, list)) resourcesUpdate(container, was, place.field("resources"));
  for (const list of lists)
    for (const { container, was } of pairs(spec, before, { list, at }))
      othersKept(container, was, { isPlainInit: isPlainInit(container, list), at });
  if (!same(withoutContainers(spec), withoutContainers(before))) at.forbidden(onlyCompute);
}

/** Kubelets that can resize report the resources of running containers; the first one tells. */
function canNodeResize({ status }: core.Pod): boolean {
  const running = status?.containerStatuses?.find(({ state }) => state?.running != null);
  return running === undefined || running.resources != null;
}

function sameContainers(spec: core.PodSpec, old: core.PodSpec, at: FieldPath): boolean {
  let isSame = true;
  for (const list of lists) {
    if ((spec[list] ?? []).length !== (old[list] ?? []).length) {
      at.field(list).forbidden(`${list} may not be added or removed on resize`);
      isSame = false;
      continue;
    }
    for (const { container, was, place } of pairs(spec, old, { list, at })) {
      if (container.name === was.name) continue;
      place.field("name").forbidden(`${list} may not be renamed or reordered on resize`);
      isSame = false;
    }
  }
  return isSame;
}

interface Pair {
  readonly container: core.Container;
  readonly was: core.Container;
  readonly place: FieldPath;
}

function pairs(
  spec: core.PodSpec,
  old: core.PodSpec,
  { list, at }: { readonly list: ListName; readonly at: FieldPath },
): readonly Pair[] {
  return (spec[list] ?? []).map((container, i) => ({
    container,
    was: old[list]?.[i] ?? container,
    place: at.field(list).item(i),
  }));
}

/** Amounts change, but do not go; running processes cannot do with less memory. */
function resourcesUpdate(container: core.Container, old: core.Container, at: FieldPath): void {
  const { requests = {}, limits = {} } = container.resources ?? {};
  const { requests: oldRequests = {}, limits: oldLimits = {} } = old.resources ?? {};
  if (isRemoved(requests, oldRequests)) at.field("requests").forbidden("resource requests cannot be removed");
  if (isRemoved(limits, oldLimits)) at.field("limits").forbidden("resource limits cannot be removed");
  const [limit, oldLimit] = [limits["memory"], oldLimits["memory"]];
  const restarts = (container.resizePolicy ?? []).some(
    (policy) => policy.resourceName === "memory" && policy.restartPolicy === "RestartContainer",
  );
  if (limit !== undefined && oldLimit === undefined && !restarts)
    at.field("limits")
      .item("memory")
      .forbidden("memory limits cannot be added unless resizePolicy is RestartContainer");
  if (limit !== undefined && oldLimit !== undefined && !restarts)
    if (compareQuantities(amountOf(limit), amountOf(oldLimit)) < 0)
      at.field("limits")
        .item("memory")
        .forbidden("memory limits cannot be decreased unless resizePolicy is RestartContainer");
}

function isRemoved(list: ResourceList, old: ResourceList): boolean {
  return Object.keys(old).some((name) => list[name] === undefined);
}

/** Each container is reported once. Init containers that run to their end keep all resources. */
function othersKept(
  container: core.Container,
  was: core.Container,
  { isPlainInit, at }: { readonly isPlainInit: boolean; readonly at: FieldPath },
): void {
  if (isPlainInit && !same(container.resources ?? {}, was.resources ?? {}))
    at.forbidden("resources for non-sidecar init containers are immutable");
  const fixed = (value: core.Container): object => ({
    ...value,
    resources: isPlainInit ? {} : fixedResources(value.resources, was.resources),
  });
  if (!same(fixed(container), fixed(was))) at.forbidden(onlyCompute);
}

function isPlainInit({ restartPolicy }: core.Container, list: ListName): boolean {
  return list === "initContainers" && restartPolicy !== "Always";
}

/** What a resize has to leave. A list that was absent may be added with any resource. */
function fixedResources(
  { requests = {}, limits = {}, ...others }: core.ResourceRequirements = {},
  old: core.ResourceRequirements = {},
): object {
  const rest = (list: ResourceList, was: ResourceList | undefined): ResourceList | undefined =>
    was && Object.fromEntries(Object.entries(list).filter(([name]) => !resized.includes(name)));
  return { ...others, requests: rest(requests, old.requests), limits: rest(limits, old.limits) };
}

function withoutContainers({ containers: _, initContainers: __, ...others }: core.PodSpec): object {
  return others;
}
