import { configurationKinds } from "@svc/admission";
import type { LocalClient, ResourceHooks } from "@svc/registry";

/**
 * What says how requests are admitted is in force when its write is answered: the answer waits
 * until the caches that admission reads have seen the write.
 */
export function configurationHooks({
  registry,
  environment: { dialect },
}: LocalClient): readonly (readonly [string, ResourceHooks])[] {
  const seen = (): Promise<void> | undefined => registry.changeStream.awaitCurrent();
  const reservation = { keep: seen, release: () => undefined };
  const hooks: ResourceHooks = { beginCreate: () => reservation, beginUpdate: () => reservation, afterDelete: seen };
  const group = dialect.expand("admissionregistration.{api}");
  return configurationKinds.map((resource) => [`${resource}.${group}`, hooks] as const);
}
