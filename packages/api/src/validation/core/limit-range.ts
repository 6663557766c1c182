import { compareQuantities } from "@svc/base";
import { type Dialect, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, named, sortedKeys } from "../common/check.ts";
import { type FieldPath, passes } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { amountIn, amountOf, type ResourceNames, resourceNames, shownQuantity } from "../common/resources.ts";

const qualified = named(qualifiedName);

const limitTypes: readonly string[] = ["Pod", "Container", "PersistentVolumeClaim"];

export function limitRange(dialect: Dialect): KindValidation {
  const resources = resourceNames(dialect);
  return kind<core.LimitRange>({
    object: ({ spec }, at) => {
      const types = new Set<string>();
      for (const [i, item] of (spec?.limits ?? []).entries()) {
        const place = at.field("spec").field("limits").item(i);
        limitType(item.type, place.field("type"));
        if (types.has(item.type)) place.field("type").duplicate(item.type);
        types.add(item.type);
        limits(item, place, resources);
      }
    },
  });
}

const limitType: Check<string> = (type, at) => {
  if (passes(at, () => qualified(type, at)) && !type.includes("/") && !limitTypes.includes(type))
    at.invalid(type, "must be a standard limit type or fully qualified");
};

type Bound = "max" | "min" | "default" | "defaultRequest" | "maxLimitRequestRatio";

function limits(item: core.LimitRangeItem, at: FieldPath, resources: ResourceNames): void {
  const { type } = item;
  const ofContainer = type === "Pod" || type === "Container";
  const names = new Set<string>();
  const checkNames = (bound: Bound): void => {
    for (const name of sortedKeys(item[bound] ?? {})) {
      (ofContainer ? resources.containerName : resources.anyName)(name, at.field(bound).item(name));
      names.add(name);
    }
  };
  checkNames("max");
  checkNames("min");
  for (const bound of ["default", "defaultRequest"] as const) {
    if (type !== "Pod") checkNames(bound);
    else if (sortedKeys(item[bound] ?? {}).length > 0)
      at.field(bound).forbidden("may not be specified when `type` is 'Pod'");
  }
  checkNames("maxLimitRequestRatio");
  if (type === "PersistentVolumeClaim" && item.min?.["storage"] === undefined && item.max?.["storage"] === undefined)
    at.field("limits").required("either minimum or maximum storage value is required, but neither was provided");
  for (const name of [...names].sort()) bounds(item, name, { at, resources });
}

function exceeds(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && compareQuantities(amountOf(a), amountOf(b)) > 0;
}

interface BoundContext {
  readonly at: FieldPath;
  readonly resources: ResourceNames;
}

/** The bounds of one resource, compared with each other. */
function bounds(item: core.LimitRangeItem, name: string, { at, resources }: BoundContext): void {
  const [max, min] = [amountIn(item.max, name), amountIn(item.min, name)];
  // Defaults of pods are forbidden as a whole.
  const { default: defaults, defaultRequest: requests } = item.type === "Pod" ? {} : item;
  const [limit, request] = [amountIn(defaults, name), amountIn(requests, name)];
  const report = (bound: Bound, value: string, detail: string): void =>
    at.field(bound).item(name).invalid(shownQuantity(value), detail);
  if (min !== undefined && exceeds(min, max)) report("min", min, `min value ${min} is greater than max value ${max}`);
  if (request !== undefined) {
    if (exceeds(min, request))
      report("defaultRequest", request, `min value ${min} is greater than default request value ${request}`);
    if (exceeds(request, max))
      report("defaultRequest", request, `default request value ${request} is greater than max value ${max}`);
    if (exceeds(request, limit))
      report(
        "defaultRequest",
        request,
        `default request value ${request} is greater than default limit value ${limit}`,
      );
  }
  if (limit !== undefined) {
    if (min !== undefined && exceeds(min, limit))
      report("default", min, `min value ${min} is greater than default value ${limit}`);
    if (max !== undefined && exceeds(limit, max))
      report("default", max, `default value ${limit} is greater than max value ${max}`);
  }
  const ratio = amountIn(item.maxLimitRequestRatio, name);
  if (ratio !== undefined) ratioBound(ratio, { max, min }, (detail) => report("maxLimitRequestRatio", ratio, detail));
  if (limit === undefined || request === undefined || resources.isOvercommitAllowed(name)) return;
  if (compareQuantities(amountOf(limit), amountOf(request)) !== 0)
    report(
      "defaultRequest",
      request,
      `default value ${limit} must equal to defaultRequest value ${request} in ${name}`,
    );
}

/** The maximum ratio of limit to request: at least 1, and possible within the other bounds. */
function ratioBound(
  ratio: string,
  { max, min }: { readonly max: string | undefined; readonly min: string | undefined },
  report: (detail: string) => void,
): void {
  if (exceeds("1", ratio)) report(`ratio ${ratio} is less than 1`);
  if (max === undefined || min === undefined) return;
  const possible = Number(amountOf(max).nanos) / Number(amountOf(min).nanos);
  if (Number(amountOf(ratio).nanos) / 1e9 > possible)
    report(`ratio ${ratio} is greater than max/min = ${possible.toFixed(6)}`);
}
