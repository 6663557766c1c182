import { clusterRoleAggregation } from "./aggregation/cluster-role-aggregation.ts";
import { bootstrapSigner } from "./bootstrap/bootstrap-signer.ts";
import { tokenCleaner } from "./bootstrap/token-cleaner.ts";
import type { Controller } from "./controller.ts";
import { garbageCollector } from "./garbage/garbage-collector.ts";
import { namespaceController } from "./namespace/namespace-controller.ts";
import { resourceQuotaController } from "./quota/resource-quota-controller.ts";
import { rootCaPublisher } from "./root-ca/root-ca-publisher.ts";
import { serviceAccountController } from "./service-account/service-account-controller.ts";
import { tokenSecretController } from "./service-account/token-secret-controller.ts";

/** Every controller there is. */
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

/** A name that no controller has. */
export class UnknownControllerError extends Error {
  override readonly name = "UnknownControllerError";
}

/**
 * The controllers that a list of names means: `*` those that are on by default, `x` one more, `-x` one less; the last two count
 * wherever they stand.
 * @throws {UnknownControllerError}
 */
export function selectControllers(names: readonly string[]): readonly Controller[] {
  const given = names.filter((name) => name !== "*");
  const wanted = new Map<Controller, boolean>();
  for (const name of given) {
    const isOff = name.startsWith("-");
    const bare = isOff ? name.slice(1) : name;
    const found = allControllers.find((c) => c.name === bare || c.aliases.includes(bare));
    if (found === undefined) {
      const known = allControllers.map((c) => c.name).join(", ");
      throw new UnknownControllerError(`${JSON.stringify(bare)} is not in the list of known controllers: ${known}`);
    }
    // What is asked for by name runs, whatever else is said of it.
    wanted.set(found, !isOff || wanted.get(found) === true);
  }
  const all = names.includes("*");
  return allControllers.filter((c) => wanted.get(c) ?? (all && c.onByDefault));
}
