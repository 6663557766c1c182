import type { ApiObject, Dialect, GroupVersionKind } from "@svc/meta";
import type { Expressions } from "./expressions.ts";
import type { StructSchema } from "./schema.ts";
import type { FeatureGates, Strategy } from "./strategy.ts";

export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

export type Stability = "alpha" | "beta" | "ga";

/**
 * A resource type: the one value from which everything else follows. It is stored once, in one
 * version, and served in one or more, which may lie in more than one group.
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
   * Versions, as `<group>/<version>`, in which the kind was served once: bodies may still name
   * them.
   */
  readonly formerVersions?: readonly string[];
  /** Where objects are kept; absent for types that only answer (reviews, bindings). */
  readonly storage?: StorageLayout;
  readonly strategy: Strategy;
  /** Why no objects are made any more, for types that are going away. @default objects are made */
  readonly creationRefusal?: string;
  /** The TypeScript type of its objects; there is no such property at run time. */
  readonly objectType?: T;
}

/**
 * Definitions as functions of the dialect and of the language of expressions, evaluated once when a
 * server is made.
 */
export type Definitions = (dialect: Dialect, expressions?: Expressions) => readonly ResourceDefinition[];

export interface StorageLayout {
  /** The version in which objects are stored: the apiVersion of one of `versions`. */
  readonly group: string;
  readonly version: string;
  /** Keys are `/registry/<prefix>/[<namespace>/]<name>`. */
  readonly prefix: string;
  /** The group version that discovery's hash names, where it is another. */
  readonly hashVersion?: string;
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
   * How bytes become objects. `typed`: as compiled-in types do it (null is unset, zero is empty,
   * wrong types are undecodable). `structural`: as extension types do it (values are kept, wrong
   * types are invalid).
   */
  readonly semantics: "typed" | "structural";
  /**
   * Whether lists, maps and bytes that a client left empty are there until they are stored, so that
   * they make a difference to `generation` and to who owns fields, or as good as absent. Of typed
   * versions only.
   * @default absent
   */
  readonly empties?: "absent" | "kept";
  /**
   * Fills what is absent, in place, on decoding; of types that have more than declared defaults.
   */
  readonly applyDefaults?: (object: ApiObject, gates: FeatureGates) => void;
  /** Between this version and the storage version; absent where they differ in name only. */
  readonly conversion?: Conversion;
  /**
   * Annotations that stand for fields which the version does not have: who asks for metadata alone
   * does not see them.
   */
  readonly fieldAnnotations?: readonly string[];
  readonly table?: TableDefinition;
  /** Fields that field selectors may name, besides those of metadata. */
  readonly selectableFields?: SelectableFields;
  readonly subresources?: readonly Subresource[];
  /** Served only while the gate is on, whatever else is asked for. */
  readonly featureGate?: string;
  readonly lifecycle?: Lifecycle;
  /**
   * Sent as a `Warning` header with every answer; of versions whose releases are not those of the
   * server.
   */
  readonly deprecationWarning?: string;
  /**
   * Where clients look first for a kind: the group with the highest group priority, in it the
   * version with the highest.
   * @default group 1000, version 100
   */
  readonly priority?: { readonly group: number; readonly version: number };
}

/**
 * Where `fromStorageAll` is there, others have to be asked: the two functions then throw
 * `ConversionNeeded` for what is not known yet.
 */
export interface Conversion {
  readonly toStorage: (object: ApiObject) => ApiObject;
  readonly fromStorage: (object: ApiObject) => ApiObject;
  /** Converts stored objects in one batch; none of them is changed. @throws {StatusError} */
  readonly fromStorageAll?: (objects: readonly ApiObject[]) => Promise<readonly ApiObject[]>;
}

/** Releases as `1.<minor>`. */
export interface Lifecycle {
  readonly introduced?: string;
  readonly deprecated?: string;
  readonly removed?: string;
  readonly replacement?: GroupVersionKind;
}

export interface SelectableFields {
  /** The values of an object in the storage version; absent ones count as empty. */
  readonly values: (object: ApiObject) => Readonly<Record<string, string>>;
  readonly fields: readonly string[];
  /** Other names for fields. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The fields by which lists and watches are found without looking at every object. */
  readonly indexed?: readonly string[];
  /**
   * Says that a label is not supported; `%s` is the label. @default field label not supported: %s
   */
  readonly unsupportedMessage?: string;
}

export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

export type Cell = string | number | boolean | null;

/** How objects of a kind are shown as rows. */
export interface TableDefinition {
  readonly columns: readonly ColumnDefinition[];
  /** One cell a column. @param nowMs for ages */
  readonly cells: (object: ApiObject, nowMs: number) => readonly Cell[];
  /** Marks of a whole row, as of pods that are done. */
  readonly conditions?: (object: ApiObject) => readonly RowCondition[];
  /** Which row of a list comes first. @default in the order of the list */
  readonly order?: (a: ApiObject, b: ApiObject) => number;
}

export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** A path below an object. */
export type Subresource =
  /**
   * The object itself, of which a write changes only a part: the strategy of that name says which.
   */
  | { readonly name: string; readonly view: "object"; readonly verbs: readonly Verb[] }
  /** A number of replicas, in a kind of its own. */
  | { readonly name: "scale"; readonly view: "scale"; readonly verbs: readonly Verb[]; readonly scale: ScaleDefinition }
  /** A body of another kind that makes something happen. The server is given a handler for it. */
  | {
      readonly name: string;
      readonly view: "action";
      readonly verbs: readonly Verb[];
      readonly body: GroupVersionKind;
      readonly schema: StructSchema;
      /** Versions, as `<group>/<version>`, in which the body's kind was served once. */
      readonly formerVersions?: readonly string[];
    }
  /** A connection to something else: logs, exec, proxies. The server is given a handler for it. */
  | {
      readonly name: string;
      readonly view: "connect";
      readonly verbs: readonly Verb[];
      readonly methods: readonly string[];
      readonly options: GroupVersionKind;
      readonly schema: StructSchema;
      /** Whether paths below it are served too. */
      readonly pathSuffix: boolean;
    };

/** Where a kind keeps what `Scale` shows. */
export interface ScaleDefinition {
  readonly kind: GroupVersionKind;
  readonly schema: StructSchema;
  /** The names that lead to the wanted number. */
  readonly replicasPath: readonly string[];
  readonly replicas: (object: ApiObject) => number;
  /**
   * Why an object has no scale that could be read; undefined where it has one.
   * @default every object has one
   */
  readonly problem?: (object: ApiObject) => string | undefined;
  readonly setReplicas: (object: ApiObject, replicas: number) => void;
  readonly statusReplicas: (object: ApiObject) => number;
  /** The selector as text, and for the older form as a map. */
  readonly selector: (object: ApiObject) => string;
}
