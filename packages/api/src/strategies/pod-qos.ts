import { compareQuantities, parseQuantity } from "@svc/base";
import type { ApiObject } from "@svc/meta";

interface Resources {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}

interface Container {
  readonly resources?: Resources;
}

interface PodSpec {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
}

const counted: readonly string[] = ["cpu", "memory"];

/**
 * The quality-of-service class of a pod: `Guaranteed` if the limits of every container are set and
 * equal its requests, `BestEffort` if no container has requests or limits, `Burstable` otherwise.
 */
export function qosClassOf(pod: ApiObject): "Guaranteed" | "Burstable" | "BestEffort" {
  const { containers = [], initContainers = [] } = (pod["spec"] ?? {}) as PodSpec;
  const all = [...initContainers, ...containers].map((c) => c.resources ?? {});
  const hasResources = all.some((r) =>
    counted.some((name) => isPositive(r.requests?.[name]) || isPositive(r.limits?.[name])),
  );
  if (!hasResources) return "BestEffort";
  return all.every(isGuaranteed) ? "Guaranteed" : "Burstable";
}

function isGuaranteed({ requests, limits }: Resources): boolean {
  return counted.every((name) => {
    const limit = limits?.[name];
    const request = requests?.[name];
    return isPositive(limit) && (request === undefined || equal(request, limit ?? ""));
  });
}

function isPositive(quantity: string | undefined): boolean {
  return compared(quantity, "0") === 1;
}

function equal(a: string, b: string): boolean {
  return compared(a, b) === 0;
}

/** Undefined where one of the two is no amount. */
function compared(a: string | undefined, b: string): number | undefined {
  const [x, y] = [parseQuantity(a ?? ""), parseQuantity(b)];
  return x === undefined || y === undefined ? undefined : compareQuantities(x, y);
}
