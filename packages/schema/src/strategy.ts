import type { Steps } from "@svc/base";
import type { ApiObject, FieldError, NameRule } from "@svc/meta";

/** The state of a server's feature gates. */
export interface FeatureGates {
  enabled(gate: string): boolean;
}

/** The properties of a write that hooks can use. */
export interface WriteContext {
  /** RFC 3339, whole seconds. */
  readonly now: string;
  readonly nowMs: number;
  readonly gates: FeatureGates;
  /** The API group of the request: some kinds are served by two. */
  readonly group: string;
  /** The version of the request. Hooks see objects in the storage version. */
  readonly version: string;
  /** The namespace of the request; empty for cluster-scoped resources. */
  readonly namespace: string;
  /** The client; absent for writes of the server itself. */
  readonly user?:
    | {
        readonly name: string;
        readonly uid: string;
        readonly groups: readonly string[];
        readonly extra: Readonly<Record<string, readonly string[]>>;
      }
    | undefined;
  /** Sends a `Warning` header to the client; equal texts are sent once. */
  warn(text: string): void;
}

/** The errors of a validation; in interruptible steps where it may take long. */
export type ValidationOutcome = readonly FieldError[] | Steps<readonly FieldError[]>;

/** The errors of a validation. */
export function* validationErrors(validation: ValidationOutcome | undefined): Steps<readonly FieldError[]> {
  if (validation === undefined) return [];
  return "next" in validation ? yield* validation : validation;
}

/** True if a change increments the generation. The context has the version of the request. */
export type GenerationRule = (object: ApiObject, old: ApiObject, context: WriteContext) => boolean;

/**
 * The behaviour of a resource where it differs from others. Hooks see objects in the storage
 * version, after decoding and defaulting; they change the new object in place and never the old
 * one. Each is a pure function of its arguments.
 *
 * Validating hooks change nothing. Parts that an update did not change are, after its preparation,
 * the old object's own parts.
 */
export interface Strategy {
  /** The rule for names; also applied to a `generateName`. */
  readonly nameRule: NameRule;
  /**
   * What names a new object that has neither a name nor a prefix for one.
   * @default nothing: it is refused
   */
  readonly namesUnnamed?: "uid";
  /**
   * The name of a new object that has only a prefix for one: with a random suffix, or the prefix
   * itself.
   * @default suffixed
   */
  readonly generatedNames?: "suffixed" | "prefix";
  /** Whether PUT creates an object that does not exist; an apply always does. */
  readonly allowCreateOnUpdate: boolean;
  /**
   * Which writes to the status make an object that is not there: PUT and apply, or apply only.
   * @default none
   */
  readonly statusCreates?: "update" | "apply";
  /** Whether an update without `resourceVersion` takes the latest. */
  readonly allowUnconditionalUpdate: boolean;
  /**
   * Which change increments `metadata.generation`, which starts at 1: any change of this member, or
   * one for which the function returns true. "none" leaves the field to clients.
   */
  readonly generation: "none" | "spec" | "webhooks" | GenerationRule;

  /**
   * Completes a new object whose name was generated, in its stored version, after its validation.
   */
  readonly onNameGenerated?: (object: ApiObject) => void;
  /**
   * Runs before the validation of a create: clears fields that clients may not set (status, where
   * it is a subresource), sets the server's fields.
   */
  readonly prepareCreate?: (object: ApiObject, context: WriteContext) => void;
  /** Completes a new object after validating admission, which does not see these changes. */
  readonly completeCreate?: (object: ApiObject) => void;
  /** Runs before the validation of an update: restores fields that this endpoint may not change. */
  readonly prepareUpdate?: (object: ApiObject, old: ApiObject, context: WriteContext) => void;
  /**
   * Which metadata checks the kind repeats in addition to the common ones, and in which order: of
   * the object, and of the change. Clients see an error once per check.
   * @default the object on creation; the change and then the object on updates
   */
  readonly metadataChecks?: {
    readonly onCreate?: "none";
    readonly onUpdate?: readonly ("change" | "object")[];
    /**
     * Finalizers allowed without a domain: any qualified name, or only well-known ones.
     * @default known
     */
    readonly finalizers?: "known" | "qualified";
  };
  /** The rules of names and metadata where a request comes through another group, by group. */
  readonly metadataRulesOf?: ReadonlyMap<string, Pick<Strategy, "nameRule" | "metadataChecks">>;
  /** Validates a new object; errors are shown in this order. Metadata is checked already. */
  readonly validateCreate?: (object: ApiObject, context: WriteContext) => ValidationOutcome;
  /** Validates a changed object, including the checks of the object itself. */
  readonly validateUpdate?: (object: ApiObject, old: ApiObject, context: WriteContext) => ValidationOutcome;
  /**
   * Runs after validation: converts the object to its stored form. Versions of such a kind share no
   * structure.
   */
  readonly canonicalize?: (object: ApiObject) => void;
  /** Texts for `Warning` headers. */
  readonly warnings?: (object: ApiObject, old: ApiObject | undefined, context: WriteContext) => readonly string[];

  /**
   * Dotted paths of fields that writes through an endpoint cannot change, and so cannot own, by
   * subresource; empty for the resource itself.
   * @default a resource with a status: `status`; its status: `spec`
   */
  readonly resetFields?: Readonly<Record<string, readonly string[]>>;
  readonly deletion?: DeletionStrategy;
  /** Subresources that write the same object: `status`, `resize`, `approval`, … */
  readonly subresources?: Readonly<Record<string, SubresourceStrategy>>;
}

/**
 * The strategy of writes through a subresource. Fields outside of its view are restored from the
 * old object.
 */
export interface SubresourceStrategy {
  readonly prepareUpdate: (object: ApiObject, old: ApiObject, context: WriteContext) => void;
  readonly validateUpdate?: (object: ApiObject, old: ApiObject, context: WriteContext) => ValidationOutcome;
  readonly warnings?: (object: ApiObject, old: ApiObject, context: WriteContext) => readonly string[];
  /**
   * Which metadata checks the kind repeats in addition to the common ones.
   * @default those of the change, where the kind repeats any
   */
  readonly metadataChecks?: readonly ("change" | "object")[];
  /** @default the resource's own */
  readonly allowUnconditionalUpdate?: boolean;
  /** True when `metadata.generation` never changes. @default false */
  readonly keepsGeneration?: boolean;
}

/** Deviations of a resource from the default deletion. */
export interface DeletionStrategy {
  /**
   * The grace period of a deletion in seconds; undefined deletes immediately. `requested` is the
   * client's value; negative ones arrive as 1.
   */
  readonly graceSeconds?: (object: ApiObject, requested: number | undefined) => number | undefined;
  /** True when an immediate deletion returns the object instead of a Status. @default false */
  readonly returnsObject?: boolean;
  /** The default propagation to dependents. @default background */
  readonly dependents?: "background" | "orphan" | "unsupported";
  /** The text of a `Warning` header for clients that use this default. */
  readonly dependentsWarning?: string;
  /**
   * Finalizers of the object outside of its metadata; it is removed only when these are gone too.
   * The first request only marks such an object, and later ones change nothing until they are gone.
   */
  readonly finalizers?: (object: ApiObject) => readonly string[];
  /**
   * Finalizers of the server itself, which cleans up dependents. The first request only marks the
   * object and adds them to its metadata.
   */
  readonly cleanup?: readonly string[];
  /** Called when the deletion timestamp is set. */
  readonly onMarked?: (object: ApiObject, context: WriteContext) => void;
  /**
   * Why an object of this name may not be deleted, except with its whole collection; undefined if
   * it may. Applies before the object is looked up.
   */
  readonly refusal?: (name: string) => string | undefined;
  /** Validates the deletion. */
  readonly validate?: (object: ApiObject, context: WriteContext) => readonly FieldError[];
}
