import { parseQuantity, type Quantity } from "@svc/base";
import { type Dialect, type DisplayValue, displayAs, qualifiedName } from "@svc/meta";
import type { Check } from "./check.ts";
import type { FieldPath } from "./field-path.ts";
import { notNegativeMessage } from "./number.ts";

/** Amounts by the names of resources. */
export type ResourceList = Readonly<Record<string, string>>;

/** An amount by its name, which may be that of anything: what every object inherits is none. */
export function amountIn(list: ResourceList | undefined, name: string): string | undefined {
  return list !== undefined && Object.hasOwn(list, name) ? list[name] : undefined;
}

/** The amount of a valid quantity; the schema lets no other through. */
export function amountOf(text: string): Quantity {
  const quantity = parseQuantity(text);
  if (quantity === undefined) throw new TypeError(`not a quantity: ${text}`);
  return quantity;
}

export function isNegative(text: string): boolean {
  return text.startsWith("-") && amountOf(text).nanos < 0n;
}

const nanosPerUnit = 1_000_000_000n;

/** Nearly all amounts are written like that. */
const plainWhole = /^\d+([KMGTPE]i|[kMGTPE])?$/;

export function isWhole(text: string): boolean {
  return plainWhole.test(text) || amountOf(text).nanos % nanosPerUnit === 0n;
}

/** A quantity as errors display it when the value itself is invalid. */
export function shownQuantity(text: string): DisplayValue {
  return displayAs(`quantity ${text}`);
}

export const amountNotNegative: Check<string> = (value, at) => {
  if (isNegative(value)) at.invalid(value, notNegativeMessage);
};

const hugePages = "hugepages-";
export const isHugePages = (name: string): boolean => name.startsWith(hugePages);
/** Quotas also count requests of huge pages. */
const isQuotaHugePages = (name: string): boolean => isHugePages(name) || name.startsWith(`requests.${hugePages}`);

const containerResources: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);
/** Resources that any object may name without a domain. */
const standardResources: ReadonlySet<string> = new Set([
  ...containerResources,
  ...["requests.cpu", "requests.memory", "requests.ephemeral-storage"],
  ...["limits.cpu", "limits.memory", "limits.ephemeral-storage"],
  ...["pods", "resourcequotas", "services", "replicationcontrollers", "secrets", "configmaps"],
  ...["persistentvolumeclaims", "storage", "requests.storage", "services.nodeports", "services.loadbalancers"],
]);

/** Resources whose objects a quota counts. */
const countedResources: ReadonlySet<string> = new Set([
  ...["pods", "services", "replicationcontrollers", "resourcequotas", "secrets", "configmaps"],
  ...["persistentvolumeclaims", "services.nodeports", "services.loadbalancers"],
]);

const quotaResources: ReadonlySet<string> = new Set([
  ...[...containerResources, "requests.cpu", "requests.memory", "requests.storage", "requests.ephemeral-storage"],
  ...["limits.cpu", "limits.memory", "limits.ephemeral-storage"],
  ...countedResources,
]);

/** Facts about resources that follow from their names. */
export interface ResourceNames {
  /** Without a domain, or with the product's own. */
  isNative(name: string): boolean;
  /** `example.com/gpu`: of another domain, and countable in a quota. */
  isExtended(name: string): boolean;
  /** Whether amounts are whole numbers. */
  isInteger(name: string): boolean;
  /** True if a container's limit may exceed its request. */
  isOvercommitAllowed(name: string): boolean;
  /** Any name of a resource. */
  readonly anyName: Check<string>;
  readonly containerName: Check<string>;
  /**
   * The same check for a name that is the value of a field and not a key: the error of its format
   * quotes it.
   */
  readonly containerNameOfField: Check<string>;
  readonly quotaName: Check<string>;
  /** True for names that quotas know, so that scopes can be checked against them. */
  isStandardInQuota(name: string): boolean;
  /**
   * Checks an amount of an object's resources under any name: not negative, and whole where
   * required.
   */
  readonly amount: (name: string) => Check<string>;
}

/** An error shows the name as it is, without quotes. */
function reject(name: string, detail: string, at: FieldPath): void {
  at.invalid(displayAs(name), detail);
}

export function resourceNames({ labelDomain }: Dialect): ResourceNames {
  const isNative = (name: string): boolean => !name.includes("/") || name.includes(`${labelDomain}/`);
  const isExtended = (name: string): boolean =>
    !isNative(name) && !name.startsWith("requests.") && qualifiedName(`requests.${name}`).length === 0;
  const isInteger = (name: string): boolean => countedResources.has(name) || isExtended(name);

  const isStandardInQuota = (name: string): boolean => quotaResources.has(name) || isQuotaHugePages(name);

  const anyNameShown =
    (shown: (name: string) => string | DisplayValue): Check<string> =>
    (name, at) => {
      const problems = qualifiedName(name);
      for (const problem of problems) at.invalid(shown(name), problem);
      if (problems.length === 0 && !name.includes("/") && !standardResources.has(name) && !isQuotaHugePages(name))
        reject(name, "must be a standard resource type or fully qualified", at);
    };
  const anyName = anyNameShown(displayAs);
  const standardOf =
    (isKnown: (name: string) => boolean, what: string, isName = anyName): Check<string> =>
    (name, at) => {
      isName(name, at);
      if (!name.includes("/") && !isKnown(name)) reject(name, `must be a standard resource for ${what}`, at);
    };
  const containerNameAs = (isName: Check<string>): Check<string> => {
    const standard = standardOf((name) => containerResources.has(name) || isHugePages(name), "containers", isName);
    return (name, at) => {
      standard(name, at);
      if (name.includes("/") && !isNative(name) && !isExtended(name))
        reject(name, "doesn't follow extended resource name standard", at);
    };
  };
  return {
    isNative,
    isExtended,
    isInteger,
    isOvercommitAllowed: (name) => isNative(name) && !isHugePages(name),
    anyName,
    containerName: containerNameAs(anyName),
    containerNameOfField: containerNameAs(anyNameShown((name) => name)),
    quotaName: standardOf(isStandardInQuota, "quota"),
    isStandardInQuota,
    amount: (name) => (value, at) => {
      amountNotNegative(value, at);
      if (isInteger(name) && !isWhole(value)) at.invalid(shownQuantity(value), "must be an integer");
    },
  };
}
