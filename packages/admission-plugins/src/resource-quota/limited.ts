import { type AdmissionRequest, forbidden } from "@svc/admission";
import { subtractQuantities } from "@svc/base";
import { type ApiObject, type GroupResource, plainError } from "@svc/meta";
import type { Counted } from "./counted.ts";
import { type Quota, requirementsOf, type ScopeRequirement } from "./quota.ts";

/** A resource that may only be used with a quota for it. */
export interface LimitedResource extends GroupResource {
  /**
   * Substrings of resource names that need a quota, such as
   * `.storageclass.storage.k8s.io/requests.storage`.
   */
  readonly matchContains: readonly string[];
  /** Scopes whose objects have to be in a quota of the scope. */
  readonly matchScopes: readonly ScopeRequirement[];
}

/**
 * Checks that quotas exist for the limited resources that a request uses.
 * @param holding the quotas that apply to the request
 * @throws {StatusError} 403, or 500 for a missing scope
 */
export type LimitedCheck = (request: AdmissionRequest, counted: Counted, holding: readonly Quota[]) => void;

/** Returns undefined where nothing of the request's resource is limited. */
export function limitedCheck(
  limited: readonly LimitedResource[],
  { resource: { group, resource } }: AdmissionRequest,
): LimitedCheck | undefined {
  const own = limited.filter((one) => one.group === group && one.resource === resource);
  if (own.length === 0) return undefined;
  const needed = own.flatMap(({ matchScopes }) => matchScopes);
  const parts = own.flatMap(({ matchContains }) => matchContains);
  return (request, counted, holding) => {
    const { object } = request;
    if (object === undefined) return;
    const scopes = needed
      .filter((scope) => counted.inScope?.(object, scope) ?? false)
      .filter(({ scopeName }) => !holding.some((quota) => hasScope(quota, scopeName)));
    if (scopes.length > 0)
      throw plainError(`insufficient quota to match these scopes: [${scopes.map(scopeText).join(" ")}]`);
    const free = grown(request, counted, object)
      .filter((name) => parts.some((part) => name.includes(part)))
      .filter((name) => !holding.some(({ status }) => status?.hard?.[name] !== undefined));
    if (free.length > 0) throw forbidden(request, `insufficient quota to consume: ${free.sort().join(",")}`);
  };
}

function hasScope(quota: Quota, scopeName: string): boolean {
  return requirementsOf(quota).some((requirement) => requirement.scopeName === scopeName);
}

function scopeText({ scopeName, operator, values = [] }: ScopeRequirement): string {
  return `{${scopeName} ${operator} [${values.join(" ")}]}`;
}

/** The names of resources of which a request uses more than before. */
function grown({ oldObject }: AdmissionRequest, counted: Counted, object: ApiObject): string[] {
  const before = oldObject === undefined ? undefined : counted.usage(oldObject);
  return [...counted.usage(object)].flatMap(([name, quantity]) => {
    const was = before?.get(name);
    return (was === undefined ? quantity : subtractQuantities(quantity, was)).nanos > 0n ? [name] : [];
  });
}
