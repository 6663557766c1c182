import { type AdmissionRequest, forbidden } from "@svc/admission";
import { addQuantities, compareQuantities, formatQuantity, subtractQuantities } from "@svc/base";
import type { ApiObject, StatusError } from "@svc/meta";
import type { Amounts } from "../objects/amounts.ts";
import type { Counted } from "./counted.ts";
import { limitsOf, type Quota, requirementsOf, usedOf } from "./quota.ts";

/** The increase of usage by a request, of the resources that one quota limits. */
export interface Charge {
  readonly quota: Quota;
  readonly amounts: Amounts;
}

/**
 * The charges of a request to the quotas of its namespace.
 * @throws {StatusError} 403 when a quota cannot be applied to it
 */
export function chargesOf(request: AdmissionRequest, counted: Counted, quotas: readonly Quota[]): readonly Charge[] {
  const { object, oldObject } = request;
  if (object === undefined) return [];
  const holding = holdingQuotas(request, counted, quotas);
  for (const quota of holding) {
    const problem = problemOf(quota, counted, object);
    if (problem !== undefined) throw forbidden(request, problem);
  }
  const usage = counted.usage(object);
  return holding.flatMap((quota) => {
    const before = oldObject !== undefined && holds(quota, counted, oldObject) ? counted.usage(oldObject) : undefined;
    const limits = limitsOf(quota);
    const grown = [...usage].flatMap(([name, quantity]) => {
      const was = before?.get(name);
      const more = was === undefined ? quantity : subtractQuantities(quantity, was);
      return limits.has(name) && more.nanos > 0n ? [[name, more] as const] : [];
    });
    return grown.length === 0 ? [] : [{ quota, amounts: new Map(grown) }];
  });
}

/** The quotas that apply to a request. */
export function holdingQuotas(
  { object }: AdmissionRequest,
  counted: Counted,
  quotas: readonly Quota[],
): readonly Quota[] {
  return object === undefined ? [] : quotas.filter((quota) => holds(quota, counted, object));
}

function holds(quota: Quota, { limits, inScope }: Counted, object: ApiObject): boolean {
  if (!Object.keys(quota.status?.hard ?? {}).some(limits)) return false;
  return requirementsOf(quota).every((requirement) => inScope?.(object, requirement) ?? false);
}

/** Why a quota cannot be applied to an object; undefined if it can. */
function problemOf(quota: Quota, counted: Counted, object: ApiObject): string | undefined {
  const { name = "" } = quota.metadata;
  const limited = Object.keys(quota.status?.hard ?? {}).filter(counted.limits);
  const missing = counted.unspecified?.(object, limited) ?? "";
  if (missing !== "") return `failed quota: ${name}: must specify ${missing}`;
  const used = usedOf(quota);
  const isUnknown = limited.some((resource) => !used.has(resource));
  return isUnknown ? `status unknown for quota: ${name}, resources: ${limited.sort().join(",")}` : undefined;
}

/** The usage after a charge, or an error if it exceeds a limit. */
export function usedAfter(request: AdmissionRequest, quota: Quota, charged: Amounts): Amounts | StatusError {
  const limits = limitsOf(quota);
  const used = usedOf(quota);
  const exceeded: string[] = [];
  const after = new Map(used);
  for (const [name, quantity] of charged) {
    const limit = limits.get(name);
    // The limit has been removed since the request was matched.
    if (limit === undefined) continue;
    const was = used.get(name);
    const sum = was === undefined ? quantity : addQuantities(was, quantity);
    if (compareQuantities(sum, limit) > 0) exceeded.push(name);
    after.set(name, sum);
  }
  if (exceeded.length === 0) return after;
  exceeded.sort();
  const shownAmounts = (list: Amounts): string =>
    exceeded
      .flatMap((name) => {
        const quantity = list.get(name);
        return quantity === undefined ? [] : [`${name}=${formatQuantity(quantity)}`];
      })
      .join(",");
  return forbidden(
    request,
    `exceeded quota: ${quota.metadata.name ?? ""}, requested: ${shownAmounts(charged)}, used: ${shownAmounts(used)}, limited: ${shownAmounts(limits)}`,
  );
}
