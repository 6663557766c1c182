import type { SubresourceHandler } from "../dispatch.ts";
import type { ServerParts } from "../parts.ts";

/** What answers subresources that are no views, and kinds that are not stored. */
export function subresourceHandlers(_parts: ServerParts): ReadonlyMap<string, SubresourceHandler> {
  return new Map();
}
