import { type MaybePromise, runSteps } from "@svc/base";
import { type ApiObject, conflict } from "@svc/meta";
import { changeObject } from "./change-object.ts";
import { andThen, type ObjectName, type RequestContext, type WriteOptions } from "./context.ts";
import { dedupeOwners } from "./owners.ts";
import { asStored, type RequestScope, resourceOf, type WriteResult } from "./parts.ts";
import { sameValue } from "./prepare-update.ts";
import { trackOwners } from "./track-owners.ts";
import { checkIdentity } from "./update.ts";

/** A patch request. */
export interface PatchInput {
  readonly target: ObjectName;
  readonly options: WriteOptions;
  /**
   * Returns the patched object, a new one; the live one must not be changed. Both are in the
   * version of the endpoint. Called again after a concurrent write.
   */
  readonly patch: (live: ApiObject, context: RequestContext) => MaybePromise<ApiObject>;
  /** Called with each patched object, before it is admitted. */
  readonly onAdmission?: (() => void) | undefined;
}

/** Changes an object by a patch of any kind but apply. */
export function patchObject(scope: RequestScope, input: PatchInput): Promise<WriteResult> {
  const { parts, endpoint, context } = scope;
  const { target, options, patch, onAdmission } = input;
  const { definition, version } = endpoint;
  return changeObject(scope, {
    target,
    options,
    createIfAbsent: "never",
    repeatable: true,
    onAdmission,
    next: (live, { now }, working) => {
      if (live === undefined) throw new TypeError("a patch needs a live object");
      return andThen(patch(live, working), (patched) => {
        checkIdentity(patched, target, definition.namespaced);
        version.applyDefaults?.(patched, parts.environment.gates);
        const next = asStored(version, patched);
        dedupeOwners(next.metadata, context, afterAdmission);
        const tracked = { endpoint, live, next, manager: options.fieldManager, now };
        return andThen(working.giveWay?.(), () =>
          andThen(trackOwners({ ...scope, context: working }, tracked), () => next),
        );
      });
    },
  });
}

/** Patches are applied where admission changes objects. */
const afterAdmission = " after mutating admission happens";

/** True when two states of an object differ at most in the owners of their fields. */
function isSameContent({ metadata: a, ...live }: ApiObject, { metadata: b, ...next }: ApiObject): boolean {
  return sameValue(live, next) && sameValue({ ...a, managedFields: [] }, { ...b, managedFields: [] });
}

/** A server-side apply request. */
export interface ApplyInput {
  readonly target: ObjectName;
  readonly options: WriteOptions;
  /**
   * The manager's intent as written, in the version of the endpoint. Its parts are immutable, since
   * results are cached by identity.
   */
  readonly intent: ApiObject;
  /** Takes over fields of other managers. */
  readonly force: boolean;
  readonly mayCreate?: () => MaybePromise<void>;
  /** Called when there is no conflict; an error it throws rejects the apply. */
  readonly merged?: () => void;
  /** Called with each merged object, before it is admitted. */
  readonly onAdmission?: (() => void) | undefined;
}

/** Server-side apply: merges a manager's intent into an object, or creates it. */
export function applyObject(scope: RequestScope, input: ApplyInput): Promise<WriteResult> {
  const { parts, endpoint, context } = scope;
  const { target, options, intent, force, mayCreate, onAdmission } = input;
  const { definition, version } = endpoint;
  const { uid } = intent.metadata;
  return changeObject(scope, {
    target,
    options,
    createIfAbsent:
      endpoint.subresource === "" ||
      (endpoint.subresource === "status" && definition.strategy.statusCreates !== undefined)
        ? "always"
        : "never",
    repeatable: true,
    onAdmission,
    ...(mayCreate === undefined ? {} : { mayCreate }),
    next: (live, { now }, { giveWay }) => {
      const applied = { endpoint, live, intent, force, manager: options.fieldManager, now };
      const merged =
        giveWay === undefined ? parts.ownership.apply(applied) : runSteps(parts.ownership.applySteps(applied), giveWay);
      const rested = giveWay === undefined ? merged : andThen(merged, (next) => giveWay().then(() => next));
      return andThen(rested, (next) => {
        if (live === undefined && (uid ?? "") !== "") {
          const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
          throw conflict({ ...resourceOf(endpoint), name: target.name }, why);
        }
        input.merged?.();
        checkIdentity(next, target, definition.namespaced);
        // A null that a manager applies is validated like any other value. An object that an apply
        // leaves as it was is not filled with defaults of a version in which it is not stored.
        if (live === undefined || version.conversion === undefined || !isSameContent(live, next))
          version.applyDefaults?.(next, parts.environment.gates, "keep");
        dedupeOwners(next.metadata, context, afterAdmission);
        return next;
      });
    },
  });
}
