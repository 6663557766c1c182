import type { ApiObject, Dialect, FieldError, GroupVersionKind, ObjectMeta } from "@svc/meta";
import type { Expressions } from "./expressions.ts";
import type { NullHandling, StructSchema } from "./schema.ts";
import type { FeatureGates, Strategy } from "./strategy.ts";

/** A verb of the API. */
export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

/** The stability level of a version, which decides whether it is served by default. */
export type Stability = "alpha" | "beta" | "ga";

/**
 * A resource type, from which everything else is derived. It is stored in one version, and served
 * in one or more, which may be in several groups.
 */
export interface ResourceDefinition<T extends ApiObject = ApiObject> {
  /** Plural, as in URLs: `deployments`. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** The most preferred first. */
  readonly versions: readonly ResourceVersion[];
  /**
   * Versions, as `<group>/<version>`, in which the kind was served before: bodies may still name
   * them.
   */
  readonly formerVersions?: readonly string[];
  /** The storage of the objects; absent for types without stored objects (reviews, bindings). */
  readonly storage?: StorageLayout;
  readonly strategy: Strategy;
  /**
   * The message for rejected creates, for types that are being removed. @default creates are
   * accepted
   */
  readonly creationRefusal?: string;
  /** The TypeScript type of its objects; there is no such property at run time. */
  readonly objectType?: T;
}

/** Validates the metadata of an embedded object. @param path of the metadata */
export type MetadataCheck = (metadata: ObjectMeta, path: string) => readonly FieldError[];

/**
 * Definitions as functions of the dialect, of the expression language and of the check of embedded
 * objects' metadata, evaluated once when a server is created.
 */
export type Definitions = (
  dialect: Dialect,
  expressions?: Expressions,
  checkMetadata?: MetadataCheck,
) => readonly ResourceDefinition[];

/** In which version and below which keys objects are stored. */
export interface StorageLayout {
  /** The version in which objects are stored: the apiVersion of one of `versions`. */
  readonly group: string;
  readonly version: string;
  /** Keys are `/registry/<prefix>/[<namespace>/]<name>`. */
  readonly prefix: string;
  /** The group version that discovery's storage hash names, where it differs. */
  readonly hashVersion?: string;
  /**
   * The semantics of reads. With `store` a limit applies at every revision, and a future revision
   * is refused immediately.
   * @default cache
   */
  readonly readRules?: "cache" | "store";
}

/** A definition as one group version serves it. */
export interface ResourceVersion {
  readonly group: string;
  readonly version: string;
  /** @default the definition's */
  readonly kind?: string;
  readonly stability: Stability;
  readonly enabledByDefault: boolean;
  readonly verbs: readonly Verb[];
  readonly schema: StructSchema;
  /**
   * How bytes are decoded. `typed`: like compiled-in types (null is unset, zero is empty, wrong
   * types are decode errors). `structural`: like extension types (values are kept, wrong types are
   * validation errors).
   */
  readonly semantics: "typed" | "structural";
  /**
   * Whether empty lists, maps and bytes from clients are kept until the object is stored, so that
   * they affect `generation` and field ownership, or treated as absent. Only for typed versions.
   * @default absent
   */
  readonly empties?: "absent" | "kept";
  /**
   * Sets absent fields in place, on decoding; for defaults that a schema cannot declare.
   * @param nulls matters to structural versions only; @default drop
   */
  readonly applyDefaults?: (object: ApiObject, gates: FeatureGates, nulls?: NullHandling) => void;
  /**
   * Removes, in place, what a conversion from another version leaves: fields and nulls that this
   * version does not have. Structural versions have one.
   */
  readonly dropForeign?: (object: ApiObject) => void;
  /** Between this version and the storage version; absent where only the names differ. */
  readonly conversion?: Conversion;
  /**
   * Annotations that represent fields which the version does not have: metadata-only responses omit
   * them.
   */
  readonly fieldAnnotations?: readonly string[];
  readonly table?: TableDefinition;
  /** Fields that field selectors may use, in addition to those of metadata. */
  readonly selectableFields?: SelectableFields;
  readonly subresources?: readonly Subresource[];
  /** Served only while the gate is on, regardless of other settings. */
  readonly featureGate?: string;
  readonly lifecycle?: Lifecycle;
  /**
   * Sent as a `Warning` header with every response; for versions that don't follow the server's
   * releases.
   */
  readonly deprecationWarning?: string;
  /**
   * The order in which clients prefer versions of a kind: the highest group priority, then the
   * highest version priority.
   * @default group 1000, version 100
   */
  readonly priority?: { readonly group: number; readonly version: number };
}

/**
 * With `fromStorageAll`, conversion calls a webhook: the two functions then throw
 * `ConversionNeeded` for results that are not known yet.
 */
export interface Conversion {
  readonly toStorage: (object: ApiObject) => ApiObject;
  readonly fromStorage: (object: ApiObject) => ApiObject;
  /**
   * Like `fromStorage`, but keeps fields that the version does not declare.
   * @default fromStorage
   */
  readonly fromStorageUnpruned?: (object: ApiObject) => ApiObject;
  /** Converts objects in one batch, without changing them. @throws {StatusError} */
  readonly fromStorageAll?: (
    objects: readonly ApiObject[],
    options?: FromStorageOptions,
  ) => Promise<readonly ApiObject[]>;
}

/** How objects are converted from the version in which they are stored. */
export interface FromStorageOptions {
  /**
   * True for results of dry runs: a webhook sees their resourceVersion, which is not part of what
   * is stored.
   * @default false
   */
  readonly isUnstored?: boolean;
}

/** Releases as `1.<minor>`. */
export interface Lifecycle {
  readonly introduced?: string;
  readonly deprecated?: string;
  readonly removed?: string;
  readonly replacement?: GroupVersionKind;
}

/** Fields of a kind that field selectors may use. */
export interface SelectableFields {
  /** The values of an object in the storage version; absent ones count as empty. */
  readonly values: (object: ApiObject) => Readonly<Record<string, string>>;
  readonly fields: readonly string[];
  /** Other names for fields. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** True where a version has other names for fields, and only those. @default false */
  readonly renames?: boolean;
  /** Fields with an index for lists and watches. */
  readonly indexed?: readonly string[];
  /**
   * The error for an unsupported label; `%s` is the label. @default field label not supported: %s
   */
  readonly unsupportedMessage?: string;
}

/** One table column, as the API's `Table` describes it. */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

/** The value of one table cell; null for none. */
export type Cell = string | number | boolean | null;

/** The table form of a kind. */
export interface TableDefinition {
  readonly columns: readonly ColumnDefinition[];
  /** One cell per column. @param nowMs for ages */
  readonly cells: (object: ApiObject, nowMs: number) => readonly Cell[];
  /** Conditions of a row, such as of completed pods. */
  readonly conditions?: (object: ApiObject) => readonly RowCondition[];
  /** Orders the rows of a list. @default the order of the list */
  readonly order?: (a: ApiObject, b: ApiObject) => number;
}

/** A condition of a table row, such as `Completed`. */
export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** A path of an object. */
export type Subresource =
  /**
   * A view of the object itself; the strategy of the same name defines which part a write changes.
   */
  | { readonly name: string; readonly view: "object"; readonly verbs: readonly Verb[] }
  /** The number of replicas, as a kind of its own. */
  | { readonly name: "scale"; readonly view: "scale"; readonly verbs: readonly Verb[]; readonly scale: ScaleDefinition }
  /** An action with a body of another kind. The server has a handler for it. */
  | {
      readonly name: string;
      readonly view: "action";
      readonly verbs: readonly Verb[];
      readonly body: GroupVersionKind;
      readonly schema: StructSchema;
      /** Versions, as `<group>/<version>`, in which the body's kind was served before. */
      readonly formerVersions?: readonly string[];
    }
  /** A connection to another component: logs, exec, proxies. The server has a handler for it. */
  | {
      readonly name: string;
      readonly view: "connect";
      readonly verbs: readonly Verb[];
      readonly methods: readonly string[];
      readonly options: GroupVersionKind;
      readonly schema: StructSchema;
      /** Whether longer paths are served too. */
      readonly pathSuffix: boolean;
    };

/** The paths of the values that `Scale` shows. */
export interface ScaleDefinition {
  readonly kind: GroupVersionKind;
  readonly schema: StructSchema;
  /** The path of the desired number of replicas. */
  readonly replicasPath: readonly string[];
  readonly replicas: (object: ApiObject) => number;
  /**
   * Why an object has no desired number of replicas; undefined where it has one.
   * @default every object has one
   */
  readonly problem?: (object: ApiObject) => string | undefined;
  /**
   * Why a value that the scale shows is of a wrong type; undefined where none is.
   * @default values are of the types of the schema
   */
  readonly mistyped?: (object: ApiObject) => string | undefined;
  readonly setReplicas: (object: ApiObject, replicas: number) => void;
  readonly statusReplicas: (object: ApiObject) => number;
  /** The selector as a string, and for the older form as a map. */
  readonly selector: (object: ApiObject) => string;
}
