import { type ApiObject, compareQuantities, parseQuantity } from "@svc/meta";

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
 * How a pod is treated when a node runs short: `Guaranteed` where every container's limits are set and equal its requests, `BestEffort`
 * where none asks for anything, `Burstable` otherwise.
 */
export function qosClassOf(pod: ApiObject): "Guaranteed" | "Burstable" | "BestEffort" {
  const { containers = [], initContainers = [] } = (pod["spec"] ?? {}) as PodSpec;
  const all = [...initContainers, ...containers].map((c) => c.resources ?? {});
  const asks = all.some((r) => counted.some((name) => isSet(r.requests?.[name]) || isSet(r.limits?.[name])));
  if (!asks) return "BestEffort";
  return all.every(isGuaranteed) ? "Guaranteed" : "Burstable";
}

function isGuaranteed({ requests, limits }: Resources): boolean {
  return counted.every((name) => {
    const limit = limits?.[name];
    const request = requests?.[name];
    return isSet(limit) && (request === undefined || equal(request, limit as string));
  });
}

function isSet(quantity: string | undefined): boolean {
  return quantity !== undefined && !equal(quantity, "0");
}

function equal(a: string, b: string): boolean {
  const [x, y] = [parseQuantity(a), parseQuantity(b)];
  return x !== undefined && y !== undefined && compareQuantities(x, y) === 0;
}
