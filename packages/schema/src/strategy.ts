import type { Steps } from "@svc/base";
import type { ApiObject, FieldError, NameRule } from "@svc/meta";

/** Feature gates as they stand in one server. */
export interface FeatureGates {
  enabled(gate: string): boolean;
}

/** What a hook may know of the write that it takes part in. */
export interface WriteContext {
  /** RFC 3339, whole seconds. */
  readonly now: string;
  readonly nowMs: number;
  readonly gates: FeatureGates;
  /** The API group of the request: some kinds are served by two. */
  readonly group: string;
  /** The version of the request. Hooks see objects in the storage version all the same. */
  readonly version: string;
  /** The namespace of the request; empty for cluster-scoped resources. */
  readonly namespace: string;
  /** Who writes; absent for the server itself. */
  readonly user?:
    | {
        readonly name: string;
        readonly uid: string;
        readonly groups: readonly string[];
        readonly extra: Readonly<Record<string, readonly string[]>>;
      }
    | undefined;
  /** Sends a `Warning` header to the client; the same text goes out once. */
  warn(text: string): void;
}

/** What is wrong with an object; found in steps where that may take long. */
export type ValidationOutcome = readonly FieldError[] | Steps<readonly FieldError[]>;

/** The errors of a validation. */
export function* validationErrors(validation: ValidationOutcome | undefined): Steps<readonly FieldError[]> {
  if (validation === undefined) return [];
  return "next" in validation ? yield* validation : validation;
}

/** True if a change raises the generation. The context tells through which version it comes. */
export type GenerationRule = (object: ApiObject, old: ApiObject, context: WriteContext) => boolean;

/**
 * What a resource does differently from all others. Hooks see objects in the storage version, after
 * decoding and defaulting; they change the new object in place and never the old one. Each is a
 * pure function of its arguments.
 *
 * Those that check change nothing: what an update left as it was is, from its preparation on, the
 * old object's own.
 */
export interface Strategy {
  /** The rule for names; a `generateName` is judged by it too. */
  readonly nameRule: NameRule;
  /** Whether PUT and apply may make an object that is not there. PUT only; apply always may. */
  readonly allowCreateOnUpdate: boolean;
  /**
   * Which writes to the status make an object that is not there: PUT and apply, or apply only.
   * @default none
   */
  readonly statusCreates?: "update" | "apply";
  /** Whether an update without `resourceVersion` takes the latest. */
  readonly allowUnconditionalUpdate: boolean;
  /**
   * Which change raises `metadata.generation`, which begins at 1: any of this member, or what a
   * function says. "none" leaves the field to clients.
   */
  readonly generation: "none" | "spec" | "webhooks" | GenerationRule;

  /**
   * Before validation of a create: clears what clients may not set (status, where it is a
   * subresource), sets what the server sets.
   */
  readonly prepareCreate?: (object: ApiObject, context: WriteContext) => void;
  /** Before validation of an update: restores what this endpoint may not change. */
  readonly prepareUpdate?: (object: ApiObject, old: ApiObject, context: WriteContext) => void;
  /**
   * Which checks of metadata the kind makes itself, besides those made of every object, and in
   * which order: of the object, and of a change. Clients see an error once for each.
   * @default the object on creation; the change and then the object on updates
   */
  readonly metadataChecks?: {
    readonly onCreate?: "none";
    readonly onUpdate?: readonly ("change" | "object")[];
    /**
     * Which finalizers may stand without a domain: any qualified name, or only those that are known
     * everywhere.
     * @default known
     */
    readonly finalizers?: "known" | "qualified";
  };
  /**
   * What is wrong with a new object, in the order in which it is shown. Metadata is checked
   * already.
   */
  readonly validateCreate?: (object: ApiObject, context: WriteContext) => ValidationOutcome;
  /** What is wrong with a changed object, checks of the object itself included. */
  readonly validateUpdate?: (object: ApiObject, old: ApiObject, context: WriteContext) => ValidationOutcome;
  /**
   * After validation: brings the object into the form that is stored. Versions of such a kind share
   * nothing.
   */
  readonly canonicalize?: (object: ApiObject) => void;
  /** Texts for `Warning` headers. */
  readonly warnings?: (object: ApiObject, old: ApiObject | undefined, context: WriteContext) => readonly string[];

  /**
   * What writes through an endpoint cannot change, so that nobody comes to own it: dotted paths of
   * fields, by the subresource, which is empty for the resource itself.
   * @default a resource with a status: `status`; its status: `spec`
   */
  readonly resetFields?: Readonly<Record<string, readonly string[]>>;
  readonly deletion?: DeletionStrategy;
  /** Per subresource that writes the same object: `status`, `resize`, `approval`, … */
  readonly subresources?: Readonly<Record<string, SubresourceStrategy>>;
}

/**
 * How a write through a subresource differs. Whatever it does not let through is restored from the
 * old object.
 */
export interface SubresourceStrategy {
  readonly prepareUpdate: (object: ApiObject, old: ApiObject, context: WriteContext) => void;
  readonly validateUpdate?: (object: ApiObject, old: ApiObject, context: WriteContext) => ValidationOutcome;
  readonly warnings?: (object: ApiObject, old: ApiObject, context: WriteContext) => readonly string[];
  /** @default the resource's own */
  readonly allowUnconditionalUpdate?: boolean;
  /** Whether `metadata.generation` stays whatever changes. @default false */
  readonly keepsGeneration?: boolean;
}

export interface DeletionStrategy {
  /**
   * The grace period of a deletion in seconds; undefined deletes at once. `requested` is what the
   * client asked for. Negative requests arrive as 1.
   */
  readonly graceSeconds?: (object: ApiObject, requested: number | undefined) => number | undefined;
  /** Whether a deletion at once answers with the object instead of a Status. @default false */
  readonly returnsObject?: boolean;
  /** What happens to dependents when the client does not say. @default background */
  readonly dependents?: "background" | "orphan" | "unsupported";
  /** The text of a `Warning` header for clients who do not say. */
  readonly dependentsWarning?: string;
  /**
   * Finalizers of the object that stand elsewhere than in its metadata; it goes only when these are
   * gone too. The first request only marks such an object, and later ones change nothing until they
   * are gone.
   */
  readonly finalizers?: (object: ApiObject) => readonly string[];
  /**
   * Finalizers of the server itself, which cleans up behind the object. The first request only
   * marks the object, adds them to its metadata, and asks for nothing else to happen before.
   */
  readonly cleanup?: readonly string[];
  /** Called when the deletion timestamp is set. */
  readonly onMarked?: (object: ApiObject, context: WriteContext) => void;
  /** What is wrong with deleting it. */
  readonly validate?: (object: ApiObject, context: WriteContext) => readonly FieldError[];
}
