import type { ApiObject, Dialect, FieldError, NameRule } from "@svc/meta";
import type { MetadataCheck, ResourceVersion, Stability, Verb } from "../definition.ts";
import type { StructSchema } from "../schema.ts";
import type { Strategy, WriteContext } from "../strategy.ts";
import type { Declaration, InputOf, OutputOf } from "./declaration.ts";
import type { ScalePaths } from "./scale.ts";
import type { Column } from "./table.ts";

/** The objects of a declared type: the common fields of all objects, and the declared ones. */
export type DeclaredObject<D extends Declaration> = ApiObject & OutputOf<D>;

/** An object of a declared type as clients may write it: fields with a default may be absent. */
export type DeclaredInput<D extends Declaration> = ApiObject & InputOf<D>;

/** The declaration of a resource type. Group, version, kind and schema are required. */
export interface ResourceOptions<D extends Declaration> {
  /** A domain name, as all groups of extension types are: `shop.example.com`. */
  readonly group: string;
  /** `v1`, `v1beta2`, `v1alpha1` */
  readonly version: string;
  /** In CamelCase, one object of the type. */
  readonly kind: string;
  /**
   * The fields of an object other than `apiVersion`, `kind` and `metadata`: an object type. Its
   * shape becomes the schema; its checks and refinements run on every write. Transformations do not
   * run: the input is stored.
   */
  readonly schema: D;
  /** @default the plural of the kind in lower case */
  readonly plural?: string;
  /** @default the kind in lower case */
  readonly singular?: string;
  /** @default the kind with the suffix `List` */
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** @default Namespaced */
  readonly scope?: "Namespaced" | "Cluster";
  /**
   * Whether `status` is a subresource and written only through it. @default true when the schema
   * has `status`
   */
  readonly statusSubresource?: boolean;
  /** The paths of the replica counts, for a type that can be scaled. */
  readonly scale?: ScalePaths;
  /** Table columns after the name. @default the age */
  readonly columns?: readonly Column<DeclaredObject<D>>[];
  /** Paths of fields that field selectors may use: `spec.color`. */
  readonly selectableFields?: readonly string[];
  /** @default all */
  readonly verbs?: readonly Verb[];
  /** @default derived from the version */
  readonly stability?: Stability;
  /** @default a DNS subdomain */
  readonly nameRule?: NameRule;
  /** Validates an object that matches its schema. @param old absent for a new one */
  readonly validate?: (
    object: DeclaredObject<D>,
    old: DeclaredObject<D> | undefined,
    context: WriteContext,
  ) => readonly FieldError[];
  /** Overrides of the default strategy. */
  readonly strategy?: Partial<Strategy>;
  /** Validates the metadata of embedded objects. */
  readonly checkMetadata?: MetadataCheck;
  /** The schema of metadata. @default the API's own */
  readonly metadata?: (dialect: Dialect) => StructSchema;
  /** The order of groups and versions for clients. @default group 1000, version 100 */
  readonly priority?: ResourceVersion["priority"];
}
