import type { ResourceDefinition } from "@svc/schema";
import type { AdmissionRequest } from "../admission.ts";
import { type MatchCriteria, matchedForm } from "./match-criteria.ts";
import type { ObjectForm } from "./object-form.ts";

/** Something whose rules match a request, and the form in which it sees the objects. */
export interface Match<T> {
  readonly item: T;
  readonly form: ObjectForm;
}

/**
 * Finds what matches a request by its rules; a request that nothing is about costs one look into a
 * map.
 */
export interface MatchIndex<T> {
  find(request: AdmissionRequest): readonly Match<T>[];
}

const nothing: readonly never[] = [];

/** @param items in the order in which they are found */
export function createMatchIndex<T extends { readonly criteria: MatchCriteria }>(items: readonly T[]): MatchIndex<T> {
  // A definition that is replaced takes its entries with it.
  const known = new WeakMap<ResourceDefinition, Map<string, readonly Match<T>[]>>();
  const matches = (request: AdmissionRequest): readonly Match<T>[] =>
    items.flatMap((item) => {
      const form = matchedForm(item.criteria, request);
      return form === undefined ? [] : [{ item, form }];
    });
  // Rules that name objects are looked at for each of them.
  const hasNames = items.some(({ criteria }) => criteria.hasNames);
  return {
    find: (request) => {
      const { type, operation, resource, subresource } = request;
      if (items.length === 0 || type === undefined) return nothing;
      if (hasNames) return matches(request);
      let ofType = known.get(type.definition);
      if (ofType === undefined) known.set(type.definition, (ofType = new Map()));
      const key = `${operation} ${resource.group}/${resource.version} ${subresource}`;
      let found = ofType.get(key);
      if (found === undefined) ofType.set(key, (found = matches(request)));
      return found;
    },
  };
}
