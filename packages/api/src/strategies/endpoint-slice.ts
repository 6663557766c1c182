import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { same } from "../validation/common/equal.ts";

interface Slice extends ApiObject {
  endpoints?: { deprecatedTopology?: object }[];
}

/** Deprecated topology fields are kept only where the stored object has them. */
function dropTopology(slice: Slice, old: Slice | undefined): void {
  const known = old?.endpoints?.map((e) => e.deprecatedTopology) ?? [];
  for (const endpoint of slice.endpoints ?? []) {
    const { deprecatedTopology: topology } = endpoint;
    if (topology !== undefined && !known.some((t) => same(t, topology))) delete endpoint.deprecatedTopology;
  }
}

/** Changes of a slice's labels count as changes of the slice, those of other metadata do not. */
function differs(slice: Slice, old: Slice): boolean {
  return !same(contentOf(slice), contentOf(old));
}

/** Without the type, which clients may leave out. */
function contentOf({ metadata: { labels }, kind: _kind, apiVersion: _version, ...content }: Slice): object {
  return { ...content, labels };
}

/** The generation counts the client's changes, even if they are not stored. */
export const endpointSlice: Partial<Strategy> = {
  generation: "none",
  prepareCreate: (object) => {
    object.metadata.generation = 1;
    dropTopology(object, undefined);
  },
  prepareUpdate: (object, old) => {
    if (differs(object, old)) object.metadata.generation = (old.metadata.generation ?? 0) + 1;
    dropTopology(object, old);
  },
};
