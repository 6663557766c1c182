import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { same } from "../validation/shared/equal.ts";

interface Slice extends ApiObject {
  endpoints?: { deprecatedTopology?: object }[];
}

/** Where endpoints are was told in another way once: what is not there already is not taken. */
function dropTopology(slice: Slice, old: Slice | undefined): void {
  const known = old?.endpoints?.map((e) => e.deprecatedTopology) ?? [];
  for (const endpoint of slice.endpoints ?? []) {
    const { deprecatedTopology: topology } = endpoint;
    if (topology !== undefined && !known.some((t) => same(t, topology))) delete endpoint.deprecatedTopology;
  }
}

/** What its labels say of a slice counts as a change of it, other metadata does not. */
export const endpointSlice: Partial<Strategy> = {
  prepareCreate: (object) => dropTopology(object, undefined),
  prepareUpdate: (object, old) => dropTopology(object, old),
  generation: ({ metadata, ...content }, { metadata: before, ...old }) =>
    !same(content, old) || !same(metadata.labels, before.labels),
};
