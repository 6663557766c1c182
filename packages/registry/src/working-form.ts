import type { MaybePromise } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import type { ResourceVersion } from "@svc/schema";
import type { Endpoint } from "./context.ts";
import { fromStorage, toStorage } from "./parts.ts";
import { withConversions } from "./with-conversions.ts";

/**
 * True for a version that a webhook converts. The steps of a write (admission, preparation,
 * validation) work on an object in the version in which it is stored; of such a version they work
 * in the version of the request, and conversion comes last. So the webhook gets an object in its
 * final form, and only if nothing else refuses it.
 */
export function isConvertedLast({ conversion }: ResourceVersion): boolean {
  return conversion?.fromStorageAll !== undefined;
}

/** A new or changed object, in the version of the request, as the steps of its write see it. */
export function workingForm(version: ResourceVersion, object: ApiObject): ApiObject {
  return isConvertedLast(version) ? object : toStorage(version, object);
}

/** An object as the steps of a write see it, in the version of the request. */
export function requestForm(version: ResourceVersion, working: ApiObject): ApiObject {
  return isConvertedLast(version) ? working : fromStorage(version, working);
}

/** A stored object as the steps of a write see it; a copy where it is converted. */
export function workingCopy(version: ResourceVersion, stored: ApiObject): ApiObject {
  return isConvertedLast(version) ? fromStorage(version, stored) : stored;
}

/**
 * The object to encode, of one that the steps of a write have finished. What is stored has no
 * revision; a webhook sees that of a dry run, which stores nothing.
 * @throws {StatusError} 500 where a webhook does not convert it
 */
export function finishedForm(
  { definition, version }: Endpoint,
  working: ApiObject,
  { dryRun }: { readonly dryRun: boolean },
): MaybePromise<ApiObject> {
  if (!isConvertedLast(version)) return working;
  const { resourceVersion, ...metadata } = working.metadata;
  const finished = dryRun ? working : { ...working, metadata };
  return withConversions(() => toStorage(version, finished)).then((stored) => {
    definition.strategy.canonicalize?.(stored);
    if (resourceVersion !== undefined) stored.metadata.resourceVersion = resourceVersion;
    return stored;
  });
}
