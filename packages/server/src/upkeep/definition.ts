import type { ApiObject } from "@svc/meta";
import type { Condition } from "./conditions.ts";

export interface Names {
  readonly plural?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly kind?: string;
  readonly listKind?: string;
  readonly categories?: readonly string[];
}

/** A definition of a type that a user has posted. */
export interface Definition extends ApiObject {
  readonly spec?: { readonly group?: string; readonly names?: Names };
  readonly status?: { readonly conditions?: readonly Condition[]; readonly acceptedNames?: Names };
}
