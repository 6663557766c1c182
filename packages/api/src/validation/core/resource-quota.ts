import type { Dialect } from "@svc/meta";
import { displayList } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, isEmpty, sortedKeys } from "../common/check.ts";
import { immutableMessage } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { type ResourceList, type ResourceNames, resourceNames } from "../common/resources.ts";

const compute: readonly string[] = [
  ...["pods", "cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"],
];

/** Of which resources each scope can count the use. */
const scopes: ReadonlyMap<string, readonly string[]> = new Map([
  ["BestEffort", ["pods"]],
  ["NotBestEffort", compute],
  ["Terminating", compute],
  ["NotTerminating", compute],
  ["PriorityClass", compute],
  ["CrossNamespacePodAffinity", compute],
  ["VolumeAttributesClass", ["persistentvolumeclaims", "requests.storage"]],
]);

const opposites: readonly (readonly [string, string])[] = [
  ["BestEffort", "NotBestEffort"],
  ["Terminating", "NotTerminating"],
];

/** Scopes that something has or has not, without a value. */
const withoutValues: readonly string[] = [
  ...["BestEffort", "NotBestEffort", "Terminating", "NotTerminating", "CrossNamespacePodAffinity"],
];

/** The name of a scope's type in the original. */
const scope = "core.ResourceQuotaScope";

const unsupported = "unsupported scope";
const unsuited = "unsupported scope applied to resource";

/** Reports each pair of opposites among the names. */
function contradictions(names: readonly string[], shown: unknown, at: FieldPath): void {
  for (const [a, b] of opposites) if (names.includes(a) && names.includes(b)) at.invalid(shown, "conflicting scopes");
}

export function resourceQuota(dialect: Dialect): KindValidation {
  const resources = resourceNames(dialect);
  const amounts = amountsOf(resources);
  const isCounted = (name: string): boolean => resources.isStandardInQuota(name);
  const spec: Check<core.ResourceQuotaSpec> = (value, at) => {
    amounts(value.hard ?? {}, at.field("hard"));
    const counted = sortedKeys(value.hard ?? {}).filter(isCounted);
    scopeList(value.scopes ?? [], counted, at.field("scopes"));
    if (value.scopeSelector !== undefined)
      scopeSelector(value.scopeSelector, counted, at.field("scopeSelector").field("matchExpressions"));
  };
  return kind<core.ResourceQuota>({
    object: (quota, at) => spec(quota.spec ?? {}, at.field("spec")),
    update: (quota, old, at) => {
      const [now, before]: readonly (readonly string[])[] = [quota, old].map((q) => q.spec?.scopes ?? []);
      if (!isWithin(now, before) || !isWithin(before, now))
        at.field("spec").field("scopes").invalid(displayList(quota.spec?.scopes, scope), immutableMessage);
    },
    subresources: {
      status: ({ status = {} }, _old, at) => {
        amounts(status.hard ?? {}, at.field("status").field("hard"));
        amounts(status.used ?? {}, at.field("status").field("used"));
      },
    },
  });
}

function isWithin(names: readonly string[] = [], others: readonly string[] = []): boolean {
  const known = new Set(others);
  return names.every((name) => known.has(name));
}

function amountsOf({ quotaName, amount }: ResourceNames): Check<ResourceList> {
  return (list, at) => {
    for (const name of sortedKeys(list)) {
      const place = at.item(name);
      quotaName(name, place);
      amount(name)(list[name] ?? "0", place);
    }
  };
}

function scopeList(names: readonly string[], counted: readonly string[], at: FieldPath): void {
  const shown = displayList(names, scope);
  for (const name of names) {
    const suited = scopes.get(name);
    if (suited === undefined) at.invalid(shown, unsupported);
    else for (const resource of counted) if (!suited.includes(resource)) at.invalid(shown, unsuited);
  }
  contradictions(names, shown, at);
}

function scopeSelector(selector: core.ScopeSelector, counted: readonly string[], at: FieldPath): void {
  const { matchExpressions = [] } = selector;
  for (const { scopeName, operator, values = [] } of matchExpressions) {
    const suited = scopes.get(scopeName);
    if (suited === undefined) at.field("scopeName").invalid(scopeName, unsupported);
    else for (const resource of counted) if (!suited.includes(resource)) at.invalid(selector, unsuited);
    if (withoutValues.includes(scopeName) && operator !== "Exists")
      at.field("operator").invalid(
        operator,
        "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
      );
    scopeValues(operator, values, at);
  }
  contradictions(
    matchExpressions.map((m) => m.scopeName),
    selector,
    at,
  );
}

function scopeValues(operator: string, values: readonly string[], at: FieldPath): void {
  const place = at.field("values");
  switch (operator) {
    case "In":
    case "NotIn":
      if (isEmpty(values))
        place.required("must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
      break;
    case "Exists":
    case "DoesNotExist":
      if (!isEmpty(values))
        place.invalid(values, "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
      break;
    default:
      at.field("operator").invalid(operator, "not a valid selector operator");
  }
}
