import { addQuantities, compareQuantities, formatQuantity, parseQuantity, type Quantity } from "@svc/base";
import { type Fill, isMembers, type Members } from "./fill.ts";
import { listOf } from "./quantities.ts";

type Amounts = ReadonlyMap<string, Quantity>;

/**
 * Defaults of the requests of a pod that has only limits: the sum of its containers' requests, or
 * its limits where they request nothing. Requests of huge pages become limits too, since they must
 * be equal.
 */
export const podResources: Fill = (spec, gates) => {
  const resources = listOf(spec, "resources");
  const limits = resources === undefined ? undefined : listOf(resources, "limits");
  if (resources === undefined || limits === undefined || !gates.enabled("PodLevelResources")) return;
  if (Object.keys(limits).length === 0) return;
  const requests = (resources["requests"] ??= {}) as Members;
  for (const [name, amount] of requestsTogether(spec)) {
    if (!isOfPods(name)) continue;
    requests[name] ??= formatQuantity(amount);
    if (isLargePages(name)) limits[name] ??= formatQuantity(amount);
  }
  for (const [name, limit] of Object.entries(limits)) if (isOfPods(name)) requests[name] ??= limit;
};

/** True for resources that the pod level may request. */
export function isOfPods(name: string): boolean {
  return name === "cpu" || name === "memory" || isLargePages(name);
}

function isLargePages(name: string): boolean {
  return name.startsWith("hugepages-");
}

/**
 * Containers run together; before them init containers one by one, each beside the sidecars that
 * were started before it.
 */
export function requestsTogether(spec: Members): Amounts {
  const total = new Map<string, Quantity>();
  const sidecars = new Map<string, Quantity>();
  const most = new Map<string, Quantity>();
  for (const container of containersOf(spec, "containers")) add(total, requestsOf(container));
  for (const container of containersOf(spec, "initContainers")) {
    const own = requestsOf(container);
    if (container["restartPolicy"] === "Always") {
      add(total, own);
      add(sidecars, own);
      raise(most, sidecars);
    } else {
      const meanwhile = new Map(sidecars);
      add(meanwhile, own);
      raise(most, meanwhile);
    }
  }
  raise(total, most);
  return total;
}

function containersOf(spec: Members, list: string): readonly Members[] {
  const containers = spec[list];
  return Array.isArray(containers) ? containers.filter(isMembers) : [];
}

function requestsOf(container: Members): Amounts {
  const amounts = new Map<string, Quantity>();
  const resources = listOf(container, "resources");
  for (const [name, text] of Object.entries((resources && listOf(resources, "requests")) ?? {})) {
    const amount = typeof text === "string" ? parseQuantity(text) : undefined;
    if (amount !== undefined) amounts.set(name, amount);
  }
  return amounts;
}

function add(sum: Map<string, Quantity>, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    const before = sum.get(name);
    sum.set(name, before === undefined ? amount : addQuantities(before, amount));
  }
}

function raise(least: Map<string, Quantity>, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    const before = least.get(name);
    if (before === undefined || compareQuantities(before, amount) < 0) least.set(name, amount);
  }
}
