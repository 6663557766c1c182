import type { TrackedWrite } from "@svc/apply";
import type { MaybePromise } from "@svc/base";
import { isStatusError } from "@svc/meta";
import { type Endpoint, inSteps } from "./context.ts";
import type { RequestScope } from "./parts.ts";
import { hasWebhookConversion, withConversions } from "./with-conversions.ts";

/**
 * Sets the field owners of an object on any write other than apply. Where the conversion to the
 * version of an owner fails, the object is left without owners.
 */
export function trackOwners(
  { parts: { ownership }, context }: RequestScope,
  write: TrackedWrite & { readonly endpoint: Endpoint },
): MaybePromise<void> {
  const track = (): MaybePromise<void> => inSteps(context, ownership.trackSteps(write));
  if (!hasWebhookConversion(write.endpoint.definition)) return track();
  return withConversions(track).catch((error: unknown) => {
    if (!isStatusError(error)) throw error;
    delete write.next.metadata.managedFields;
  });
}
