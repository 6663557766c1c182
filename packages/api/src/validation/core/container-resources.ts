import { compareQuantities, parseQuantity, quantityValue } from "@svc/base";
import { type Dialect, displayAs } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, choice, sortedKeys } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { amountIn, amountOf, isHugePages, isWhole, type ResourceList, resourceNames } from "../common/resources.ts";

/** The names of the pod's claims, which containers may use. */
export type ClaimNames = ReadonlySet<string>;

/** @param name the rule for names of resources. @default that of containers */
export type RequirementsCheck = (
  resources: core.ResourceRequirements,
  at: FieldPath,
  scope: { readonly claims: ClaimNames; readonly name?: Check<string> },
) => void;

/** Checks the requests, limits and claims of resources. */
export function requirements(dialect: Dialect): RequirementsCheck {
  const names = resourceNames(dialect);
  return (resources, at, { claims, name = names.containerName }) => {
    const { limits = {}, requests = {} } = resources;
    const amount = (resource: string, value: string, place: FieldPath): void => {
      name(resource, place);
      names.amount(resource)(value, place);
    };
    for (const resource of sortedKeys(limits)) {
      const place = at.field("limits").item(resource);
      amount(resource, limits[resource] ?? "0", place);
      wholePages(resource, limits[resource] ?? "0", place);
    }
    for (const resource of sortedKeys(requests)) {
      const place = at.field("requests").item(resource);
      amount(resource, requests[resource] ?? "0", place);
      if (names.isOvercommitAllowed(resource)) withinLimit(resource, resources, at);
      else equalsLimit(resource, resources, at);
      wholePages(resource, requests[resource] ?? "0", place);
    }
    if ((hasPages(limits) || hasPages(requests)) && !hasCompute(limits) && !hasCompute(requests))
      at.forbidden("HugePages require cpu or memory");
    if (resources.claims !== undefined) claimReferences(resources.claims, at.field("claims"), claims);
  };
}

function wholePages(resource: string, value: string, at: FieldPath): void {
  if (isHugePages(resource) && !isWholePages(resource, value))
    at.invalid(value, `${value} is not positive integer multiple of ${resource}`);
}

/** Huge pages are counted in whole pages, whose size is in the resource's name. */
function isWholePages(resource: string, value: string): boolean {
  const text = resource.slice("hugepages-".length);
  const size = parseQuantity(text);
  if (size === undefined || size.nanos <= 0n || !isWhole(text)) return false;
  return quantityValue(amountOf(value)) % quantityValue(size) === 0n;
}

/** Of resources that nodes may overcommit. */
function withinLimit(resource: string, resources: core.ResourceRequirements, at: FieldPath): void {
  const { request, limit } = amountsOf(resource, resources);
  if (limit !== undefined && compareQuantities(amountOf(request), amountOf(limit)) > 0)
    at.field("requests").invalid(request, `must be less than or equal to ${resource} limit of ${limit}`);
}

/** Of resources that nodes do not overcommit. */
function equalsLimit(resource: string, resources: core.ResourceRequirements, at: FieldPath): void {
  const { request, limit } = amountsOf(resource, resources);
  if (limit === undefined) at.field("limits").required("Limit must be set for non overcommitable resources");
  else if (compareQuantities(amountOf(request), amountOf(limit)) !== 0)
    at.field("requests").invalid(request, `must be equal to ${resource} limit of ${limit}`);
}

interface Amounts {
  readonly request: string;
  readonly limit: string | undefined;
}

function amountsOf(resource: string, { limits = {}, requests = {} }: core.ResourceRequirements): Amounts {
  return { request: amountIn(requests, resource) ?? "0", limit: amountIn(limits, resource) };
}

function hasPages(list: ResourceList): boolean {
  for (const resource in list) if (isHugePages(resource)) return true;
  return false;
}

function hasCompute(list: ResourceList): boolean {
  return list["cpu"] !== undefined || list["memory"] !== undefined;
}

function claimReferences(references: readonly core.ResourceClaim[], at: FieldPath, claims: ClaimNames): void {
  const taken = new Set<string>();
  for (const [i, { name = "", request = "" }] of references.entries()) {
    const place = at.item(i);
    if (name === "") {
      place.required();
      continue;
    }
    const key = request === "" ? name : `${name}/${request}`;
    if (taken.has(name)) place.duplicate(name);
    else if (taken.has(key)) place.duplicate(key);
    else if (request === "" && [...taken].some((other) => other.startsWith(`${name}/`))) place.duplicate(name);
    taken.add(key);
    if (claims.has(name)) continue;
    const known = claims.size === 0 ? " which is empty" : `: ${[...claims].sort().join(", ")}`;
    place.notFound(name, `must be one of the names in pod.spec.resourceClaims${known}`);
  }
}

const resizedResources = ["cpu", "memory"];
const policy = choice("NotRequired", "RestartContainer");

/** Validates the resize policy of a container. */
export function resizePolicy(
  policies: readonly core.ContainerResizePolicy[],
  at: FieldPath,
  podRestartPolicy: string | undefined,
): void {
  const seen = new Set<string>();
  for (const [i, { resourceName = "", restartPolicy = "" }] of policies.entries()) {
    if (seen.has(resourceName)) at.item(i).duplicate(displayAs(resourceName));
    seen.add(resourceName);
    if (resourceName === "") at.required();
    else if (!resizedResources.includes(resourceName)) at.notSupported(displayAs(resourceName), resizedResources);
    policy(restartPolicy, at);
    if (podRestartPolicy === "Never" && restartPolicy !== "NotRequired")
      at.invalid(restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'");
  }
}
