import type { ApiObject } from "@svc/meta";
import type { ResourceVersion } from "./definition.ts";

/** The versions of a conversion; undefined for the one in which objects are stored. */
export interface VersionChange {
  readonly from: Pick<ResourceVersion, "conversion"> | undefined;
  readonly to: Pick<ResourceVersion, "conversion"> | undefined;
}

/** An object of one version of a resource in another; the object itself in its own version. */
export function convertObject(object: ApiObject, { from, to }: VersionChange): ApiObject {
  if (from === to) return object;
  const stored = from?.conversion?.toStorage(object) ?? object;
  return to?.conversion?.fromStorage(stored) ?? stored;
}
