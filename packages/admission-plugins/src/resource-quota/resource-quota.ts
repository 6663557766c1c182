import type { AdmissionPlugin, AdmissionRequest } from "@svc/admission";
import type { MaybePromise } from "@svc/base";
import { subtractQuantities } from "@svc/base";
import { aFunction, anObject, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect, isStatusError } from "@svc/meta";
import type { Amounts } from "../objects/amounts.ts";
import { type Charge, chargesOf, holdingQuotas, usedAfter } from "./charge.ts";
import { countedResources } from "./counted-resources.ts";
import { type ChangeQuota, createLedger, type Ledger } from "./ledger.ts";
import { type LimitedResource, limitedCheck } from "./limited.ts";
import { usedOf } from "./quota.ts";

/** Options of the admission step that enforces resource quotas. */
export interface ResourceQuotaOptions {
  readonly dialect: Dialect;
  /**
   * The quotas of a namespace, sorted by name. Called for every write; synchronous when there are
   * none.
   */
  readonly quotas: (namespace: string) => MaybePromise<readonly ApiObject[]>;
  readonly change: ChangeQuota;
  /** Resources that need a quota before they can be used. @default nothing */
  readonly limited?: readonly LimitedResource[];
}

const resourceQuotaOptions = optionsOf<ResourceQuotaOptions>({
  dialect: aDialect,
  quotas: aFunction,
  change: aFunction,
  limited: optional(listOf(anObject)),
});

/**
 * Rejects requests that exceed the quotas of their namespace. Usage is written into the quotas
 * before the request is executed.
 * @throws {TypeError} for a wrong argument
 */
export function resourceQuota(options: ResourceQuotaOptions): AdmissionPlugin {
  checkArgument("resourceQuota: options", options, resourceQuotaOptions);
  const { dialect, quotas, change, limited = [] } = options;
  const countedFor = countedResources(dialect);
  const ledger = createLedger(change);
  const admit = (request: AdmissionRequest, found: readonly ApiObject[]): Promise<void> | undefined => {
    const isLimited = limitedCheck(limited, request);
    if (found.length === 0 && isLimited === undefined) return undefined;
    const counted = countedFor(request);
    if (counted === undefined || !counted.counts(request)) return undefined;
    const charges = chargesOf(request, counted, found);
    isLimited?.(request, counted, holdingQuotas(request, counted, found));
    for (const { quota, amounts } of charges) {
      const after = usedAfter(request, quota, amounts);
      if (isStatusError(after)) throw after;
    }
    return charges.length === 0 || request.dryRun ? undefined : chargeAll(ledger, request, charges);
  };
  return {
    name: "ResourceQuota",
    operations: ["CREATE", "UPDATE"],
    validate: (request) => {
      if (request.namespace === "" || isNamespace(request)) return undefined;
      const found = quotas(request.namespace);
      return found instanceof Promise ? found.then((list) => admit(request, list)) : admit(request, found);
    },
  };
}

function isNamespace({ resource }: AdmissionRequest): boolean {
  return resource.group === "" && resource.resource === "namespaces";
}

/** Makes all charges or none: a request refused by one quota leaves the others unchanged. */
async function chargeAll(ledger: Ledger, request: AdmissionRequest, charges: readonly Charge[]): Promise<void> {
  const charged: Charge[] = [];
  try {
    for (const charge of charges) {
      await ledger.enter(charge.quota, (live) => usedAfter(request, live, charge.amounts));
      charged.push(charge);
    }
  } catch (error) {
    for (const { quota, amounts } of charged) await ledger.enter(quota, (live) => lessened(usedOf(live), amounts));
    throw error;
  }
}

function lessened(used: Amounts, by: Amounts): Amounts {
  return new Map(
    [...used].map(([name, quantity]) => {
      const less = by.get(name);
      if (less === undefined) return [name, quantity];
      const rest = subtractQuantities(quantity, less);
      // A recount may have removed the charge already.
      return [name, rest.nanos < 0n ? { ...rest, nanos: 0n } : rest];
    }),
  );
}
