import { type AdmissionRequest, forbidden } from "@svc/admission";
import { subtractQuantities } from "@svc/base";
import { type ApiObject, type GroupResource, plainError } from "@svc/meta";
import type { Counted } from "./counted.ts";
import { type Quota, requirementsOf, type ScopeRequirement } from "./quota.ts";

/** A resource that may only be used with a quota for it. */
export interface LimitedResource extends GroupResource {
  /**
   * Parts of names of what may not be used, such as
   * `.storageclass.storage.k8s.io/requests.storage`.
   */
  readonly matchContains: readonly string[];
  /** Scopes whose objects have to be in a quota of the scope. */
  readonly matchScopes: readonly ScopeRequirement[];
}

export type LimitedCheck = (request: AdmissionRequest, counted: Counted, holding: readonly Quota[]) => void;

/**
 * @returns undefined where nothing is limited; throws for what is, where none of the quotas that
 * hold for an object allows for it
 */
export function limitedCheck(
  limited: readonly LimitedResource[],
  { resource: { group, resource } }: AdmissionRequest,
): LimitedCheck | undefined {
  if (limited.length === 0) return undefined;
  const mine = limited.filter((one) => one.group === group && one.resource === resource);
  return mine.length === 0 ? undefined : (request, counted, holding) => check(mine, request, counted, holding);
}

function check(
  limited: readonly LimitedResource[],
  request: AdmissionRequest,
  counted: Counted,
  holding: readonly Quota[],
): void {
  const { object } = request;
  if (object === undefined) return;
  const scopes = limited
    .flatMap(({ matchScopes }) => matchScopes)
    .filter((scope) => counted.inScope?.(object, scope) ?? false)
    .filter(({ scopeName }) => !holding.some((quota) => requirementsOf(quota).some((r) => r.scopeName === scopeName)));
  if (scopes.length > 0) throw plainError(`insufficient quota to match these scopes: [${scopes.map(told).join(" ")}]`);
  const parts = limited.flatMap(({ matchContains }) => matchContains);
  const free = grown(request, counted, object)
    .filter((name) => parts.some((part) => name.includes(part)))
    .filter((name) => !holding.some(({ status }) => status?.hard?.[name] !== undefined));
  if (free.length > 0) throw forbidden(request, `insufficient quota to consume: ${free.sort().join(",")}`);
}

function told({ scopeName, operator, values = [] }: ScopeRequirement): string {
  return `{${scopeName} ${operator} [${values.join(" ")}]}`;
}

/** Of what a request uses more than before. */
function grown({ oldObject }: AdmissionRequest, counted: Counted, object: ApiObject): string[] {
  const before = oldObject === undefined ? undefined : counted.usage(oldObject);
  return [...counted.usage(object)].flatMap(([name, quantity]) => {
    const was = before?.get(name);
    return (was === undefined ? quantity : subtractQuantities(quantity, was)).nanos > 0n ? [name] : [];
  });
}
