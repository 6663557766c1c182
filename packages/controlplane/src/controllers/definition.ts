import type { CustomResourceDefinition, CustomResourceNames } from "@svc/apiextensions";
import type { ApiObject } from "@svc/meta";
import type { Condition } from "@svc/server";

export type Names = Partial<CustomResourceNames>;

interface DefinitionStatus {
  readonly conditions?: readonly Condition[];
  readonly acceptedNames?: Names;
  readonly storedVersions?: readonly string[];
}

/** The fields of a definition that the acceptance of its names reads. */
export interface NamedDefinition extends ApiObject {
  readonly spec?: { readonly names?: Names };
  readonly status?: DefinitionStatus;
}

/** A definition of a type that a user has posted. */
export interface Definition extends CustomResourceDefinition {
  readonly status?: DefinitionStatus;
}
