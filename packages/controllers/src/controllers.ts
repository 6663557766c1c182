import { quote } from "@svc/base";
import { aString, checkArgument, listOf } from "@svc/base/check";
import { clusterRoleAggregation } from "./aggregation/cluster-role-aggregation.ts";
import { bootstrapSigner } from "./bootstrap/bootstrap-signer.ts";
import { tokenCleaner } from "./bootstrap/token-cleaner.ts";
import type { Controller } from "./control-loop/controller.ts";
import { garbageCollector } from "./garbage/garbage-collector.ts";
import { namespaceController } from "./namespace/namespace-controller.ts";
import { resourceQuotaController } from "./quota/resource-quota-controller.ts";
import { rootCaPublisher } from "./root-ca/root-ca-publisher.ts";
import { serviceAccountController } from "./service-account/service-account-controller.ts";
import { tokenSecretController } from "./service-account/token-secret-controller.ts";

/** The names of all controllers. */
export const allControllers: readonly Controller[] = [
  bootstrapSigner,
  clusterRoleAggregation,
  garbageCollector,
  namespaceController,
  resourceQuotaController,
  rootCaPublisher,
  serviceAccountController,
  tokenCleaner,
  tokenSecretController,
];

/** A name doesn't belong to any controller. */
export class UnknownControllerError extends Error {
  override readonly name = "UnknownControllerError";
}

const expectedNames = listOf(aString);

/**
 * Returns the controllers that a list of names selects: `*` selects those on by default, `x` adds a
 * controller, `-x` removes it. The order of the names doesn't matter.
 * @throws {UnknownControllerError}
 * @throws {TypeError} for a wrong argument
 */
export function selectControllers(names: readonly string[]): readonly Controller[] {
  checkArgument("selectControllers: names", names, expectedNames);
  const listed = names.filter((name) => name !== "*");
  const selected = new Map<Controller, boolean>();
  for (const name of listed) {
    const isOff = name.startsWith("-");
    const bare = isOff ? name.slice(1) : name;
    const found = allControllers.find((c) => c.name === bare || c.aliases.includes(bare));
    if (found === undefined) {
      const known = allControllers.map((c) => c.name).join(", ");
      throw new UnknownControllerError(`${quote(bare)} is not in the list of known controllers: ${known}`);
    }
    // A controller that is both added and removed runs.
    selected.set(found, !isOff || selected.get(found) === true);
  }
  const all = names.includes("*");
  return allControllers.filter((c) => selected.get(c) ?? (all && c.onByDefault));
}
