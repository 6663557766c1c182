import { configurationKinds } from "@svc/admission";
import type { LocalClient, ResourceHooks } from "@svc/registry";

/**
 * Delays the response to a write of admission configuration until the caches of admission contain
 * it, so that it is in force once the client has the response.
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
