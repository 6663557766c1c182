import { anObject, checkArgument } from "@svc/base/check";
import { expectedPatch } from "./expected-options.ts";
import type { AnyObject, Patch, Stored } from "./objects.ts";
import type { ApplyOptions, GetOptions, WriteOptions } from "./options.ts";
import type { Verbs } from "./verbs.ts";

/**
 * A subresource of an object: its `status`, its `scale`, or an operation such as `eviction`. The
 * supported verbs differ.
 */
export interface Subresource<S extends AnyObject> {
  get(name: string, options?: GetOptions): Promise<Stored<S>>;
  /** For operations: `eviction`, `binding`, `token`. */
  create(name: string, object: S, options?: WriteOptions): Promise<Stored<S>>;
  update(name: string, object: S, options?: WriteOptions): Promise<Stored<S>>;
  patch(name: string, patch: Patch, options?: WriteOptions): Promise<Stored<S>>;
  apply(name: string, object: S, options: ApplyOptions): Promise<Stored<S>>;
}

/** The desired and the actual number of replicas. */
export interface Scale extends AnyObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas: number; readonly selector?: string };
}

/** @param pathOf the path of the subresource of the object of a name */
export function createSubresource<S extends AnyObject>(verbs: Verbs, pathOf: (name: string) => string): Subresource<S> {
  return {
    get: (name, o) => verbs.get(pathOf(name), o),
    create: (name, object, o) => {
      checkArgument("create: object", object, anObject);
      return verbs.create(pathOf(name), object, o);
    },
    update: (name, object, o) => {
      checkArgument("update: object", object, anObject);
      return verbs.update(pathOf(name), object, o);
    },
    patch: (name, patch, o) => {
      checkArgument("patch: patch", patch, expectedPatch);
      return verbs.patch(pathOf(name), patch, o);
    },
    apply: (name, object, o) => {
      checkArgument("apply: object", object, anObject);
      return verbs.apply(pathOf(name), object, o);
    },
  };
}
