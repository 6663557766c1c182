import { compareQuantities, formatQuantity, parseQuantity, type Quantity } from "@svc/base";
import { type Amounts, amounts, noAmounts, sumOf, withInitContainers } from "../objects/amounts.ts";
import {
  type Claim,
  type Container,
  type Limit,
  type LimitRange,
  limitsOf,
  type Pod,
  type ResourceList,
} from "./limit-range.ts";

interface Usage {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** Describes the values of a pod that are above or below what a limit range allows. */
export function exceededByPod({ spec }: Pod, range: LimitRange): readonly string[] {
  const { containers = [], initContainers = [] } = spec ?? {};
  return (range.spec?.limits ?? []).flatMap((limit) => {
    switch (limit.type) {
      case "Container":
        return [...containers, ...initContainers].flatMap((c) =>
          exceeded(limit, usageOf(c.resources?.requests, c.resources?.limits)),
        );
      case "Pod":
        return exceeded(limit, podUsage(containers, initContainers));
      default:
        return [];
    }
  });
}

/** Describes the values of a claim that are above or below what a limit range allows. */
export function exceededByClaim({ spec }: Claim, range: LimitRange): readonly string[] {
  const { requests = {} } = spec?.resources ?? {};
  return limitsOf([range], "PersistentVolumeClaim").flatMap((limit) => {
    const usage = usageOf(requests, requests);
    return [...tooLittle(limit, usage), ...tooMuch(limit, usage, "request")];
  });
}

function exceeded(limit: Limit, usage: Usage): readonly string[] {
  return [...tooLittle(limit, usage), ...tooMuch(limit, usage, "limit"), ...tooFarApart(limit, usage)];
}

function tooLittle({ type, min = {} }: Limit, { requests, limits }: Usage): readonly string[] {
  return bounds(min).flatMap(([name, text, bound]) => {
    const least = `minimum ${name} usage per ${type} is ${text}`;
    const request = requests.get(name);
    const limit = limits.get(name);
    if (request === undefined) return [`${least}.  No request is specified`];
    if (compareQuantities(request, bound) < 0) return [`${least}, but request is ${formatQuantity(request)}`];
    if (limit !== undefined && compareQuantities(limit, bound) < 0)
      return [`${least}, but limit is ${formatQuantity(limit)}`];
    return [];
  });
}

function tooMuch({ type, max = {} }: Limit, { requests, limits }: Usage, word: "limit" | "request"): readonly string[] {
  return bounds(max).flatMap(([name, text, bound]) => {
    const most = `maximum ${name} usage per ${type} is ${text}`;
    const limit = limits.get(name);
    const request = requests.get(name);
    if (limit === undefined) return [`${most}.  No ${word} is specified`];
    if (compareQuantities(limit, bound) > 0) return [`${most}, but ${word} is ${formatQuantity(limit)}`];
    if (request !== undefined && compareQuantities(request, bound) > 0)
      return [`${most}, but request is ${formatQuantity(request)}`];
    return [];
  });
}

function tooFarApart({ type, maxLimitRequestRatio = {} }: Limit, { requests, limits }: Usage): readonly string[] {
  return bounds(maxLimitRequestRatio).flatMap(([name, text, bound]) => {
    const most = `${name} max limit to request ratio per ${type} is ${text}`;
    const request = requests.get(name);
    const limit = limits.get(name);
    if (request === undefined || request.nanos === 0n) return [`${most}, but no request is specified or request is 0`];
    if (limit === undefined || limit.nanos === 0n) return [`${most}, but no limit is specified or limit is 0`];
    const ratio = Number(limit.nanos) / Number(request.nanos);
    return ratio > Number(bound.nanos) / 1e9 ? [`${most}, but provided ratio is ${ratio.toFixed(6)}`] : [];
  });
}

function bounds(list: ResourceList): readonly (readonly [name: string, text: string, bound: Quantity])[] {
  return Object.keys(list)
    .sort()
    .flatMap((name) => {
      const text = list[name] ?? "";
      const bound = parseQuantity(text);
      return bound === undefined ? [] : [[name, text, bound] as const];
    });
}

function usageOf(requests: ResourceList = {}, limits: ResourceList = {}): Usage {
  return { requests: amounts(requests), limits: amounts(limits) };
}

/** The totals of a pod; containers that leave a resource unset do not count. */
function podUsage(containers: readonly Container[], initContainers: readonly Container[]): Usage {
  const of = (member: "requests" | "limits"): Amounts => {
    const total = containers.map((c) => amounts(c.resources?.[member])).reduce(sumOf, noAmounts);
    return withInitContainers(total, initContainers, (c) => amounts(c.resources?.[member]));
  };
  return { requests: of("requests"), limits: of("limits") };
}
