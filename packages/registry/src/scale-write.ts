import { type FieldOwnership, type FieldView, type OwnedEndpoint, ownersAfterView, ownersOfView } from "@svc/apply";
import {
  type ApiObject,
  badRequest,
  conflict,
  copyJson,
  dns1123Subdomain,
  formatApiVersion,
  invalid,
  invalidObject,
  plainError,
  quote,
} from "@svc/meta";
import type { ResourceVersion, ScaleDefinition } from "@svc/schema";
import type { Endpoint, ObjectName, RequestContext, WriteOptions } from "./context.ts";
import { checkedMeta, kindRules, validateMeta } from "./object-meta.ts";
import type { Registry } from "./registry.ts";
import { scaleOf } from "./scale.ts";
import type { StoredObject } from "./stored-object.ts";
import { checkName } from "./update.ts";

/**
 * The number that a write finds in the scale of an object without the field that is scaled. A scale
 * that still has it after the write sets no number.
 */
const absentReplicas = -(2 ** 31);

/** The dependencies of scale writes. */
export interface ScaleDeps {
  readonly registry: Pick<Registry, "change" | "environment">;
  readonly ownership: FieldOwnership;
}

/** The scale of one object. */
export interface ScaleTarget extends ObjectName {
  readonly endpoint: Endpoint;
  readonly scale: ScaleDefinition;
}

interface ScaleObject extends ApiObject {
  spec?: { replicas?: number };
}

/** A write of the scale of one object. */
export interface ScaleWrite {
  readonly target: ScaleTarget;
  readonly options: WriteOptions;
  /** Called with each changed scale, before it is admitted. */
  readonly onAdmission?: (() => void) | undefined;
}

interface Written {
  readonly stored: StoredObject;
}

interface ScaleChange extends ScaleWrite {
  /** The uid that the client requires. */
  readonly uid?: string | undefined;
  /** Returns the new scale, with its field owners, for the current one. */
  readonly next: (live: ApiObject, now: string) => ScaleObject;
}

/** Replaces the scale of an object. */
export function replaceScale(
  deps: ScaleDeps,
  context: RequestContext,
  { target, options, scale }: ScaleWrite & { readonly scale: ApiObject },
): Promise<Written> {
  checkScalePlace(scale, target);
  if (target.namespace !== "") scale.metadata.namespace = target.namespace;
  return changeScale(deps, context, {
    target,
    options,
    uid: scale.metadata.uid,
    next: (live, now) => tracked(deps, { target, options, live, next: copyJson(scale), now }),
  });
}

/** Changes the scale of an object by a patch. */
export function patchScale(
  deps: ScaleDeps,
  context: RequestContext,
  { target, options, patch, onAdmission }: ScaleWrite & { readonly patch: (live: ApiObject) => ApiObject },
): Promise<Written> {
  return changeScale(deps, context, {
    target,
    options,
    onAdmission,
    next: (live, now) => tracked(deps, { target, options, live, next: patch(live), now }),
  });
}

/** Applies a manager's intent to the scale of an object. */
export function applyScale(
  deps: ScaleDeps,
  context: RequestContext,
  { target, options, intent, force, onAdmission }: ScaleWrite & { readonly intent: ApiObject; readonly force: boolean },
): Promise<Written> {
  const endpoint = scaleEndpoint(target.scale);
  return changeScale(deps, context, {
    target,
    options,
    onAdmission,
    next: (live, now) => deps.ownership.apply({ endpoint, live, intent, force, manager: options.fieldManager, now }),
  });
}

interface Tracked extends ScaleWrite {
  readonly live: ApiObject;
  readonly next: ApiObject;
  readonly now: string;
}

function tracked({ ownership }: ScaleDeps, { target, options: { fieldManager }, live, next, now }: Tracked): ApiObject {
  ownership.track({ endpoint: scaleEndpoint(target.scale), live, next, manager: fieldManager, now });
  return next;
}

/** Writes a scale to its object. */
function changeScale(
  { registry }: ScaleDeps,
  context: RequestContext,
  { target, options, uid, next, onAdmission }: ScaleChange,
): Promise<Written> {
  const { endpoint, namespace, name, scale } = target;
  const view = replicasView(target);
  return registry.change(endpoint, context, {
    target: { namespace, name },
    options,
    createIfAbsent: "never",
    view: {
      kind: scale.kind,
      type: { ...scale.kind, schema: scale.schema },
      of: (object) => scaleOf(object, scale),
      owned: (object) => {
        const mistyped = scale.mistyped?.(object);
        if (mistyped !== undefined) throw plainError(mistyped);
        const shown = scaleOf(object, scale);
        const managedFields = ownersOfView(object.metadata.managedFields, view);
        const isAbsent = scale.problem?.(object) !== undefined;
        const spec = isAbsent ? { spec: { replicas: absentReplicas } } : {};
        return { ...shown, ...spec, metadata: { ...shown.metadata, managedFields } };
      },
      put: (live, requested: ScaleObject) => {
        checkScale(requested, live, { ...target, product: registry.environment.dialect.product });
        const object = copyJson(live);
        scale.setReplicas(object, requested.spec?.replicas ?? 0);
        const version = formatApiVersion(endpoint.version);
        const owners = { ofObject: live.metadata.managedFields, ofView: requested.metadata.managedFields };
        const entries = ownersAfterView(owners, view, version);
        if (entries === undefined) delete object.metadata.managedFields;
        else object.metadata.managedFields = entries;
        const { resourceVersion } = requested.metadata;
        if (resourceVersion === undefined || resourceVersion === "") delete object.metadata.resourceVersion;
        else object.metadata.resourceVersion = resourceVersion;
        return object;
      },
    },
    repeatable: true,
    onAdmission,
    ...(uid === undefined ? {} : { uid }),
    next: (live, { now }) => {
      if (live === undefined) throw new TypeError("a scale needs its object");
      const requested = next(live, now);
      checkScalePlace(requested, target);
      return requested;
    },
  });
}

const scaleStrategy = {
  nameRule: dns1123Subdomain,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  generation: "none",
} as const;

/** A scale has field owners of its own kind. */
function scaleEndpoint({ kind, schema }: ScaleDefinition): OwnedEndpoint {
  const version = { ...kind, schema, semantics: "typed" } as const;
  return { definition: { kind: kind.kind, versions: [version] }, version, subresource: "scale" };
}

function replicasView({ endpoint: { definition }, scale: { kind } }: ScaleTarget): FieldView {
  const pathIn = ({ subresources }: ResourceVersion): readonly string[] | undefined => {
    const found = subresources?.find(({ view }) => view === "scale");
    return found?.view === "scale" ? found.scale.replicasPath : undefined;
  };
  return {
    inView: ["spec", "replicas"],
    viewVersion: formatApiVersion(kind),
    inObject: (apiVersion) => {
      const version = definition.versions.find((v) => formatApiVersion(v) === apiVersion);
      return version === undefined ? undefined : pathIn(version);
    },
  };
}

/** @throws {StatusError} 400 for a scale that names another object */
export function checkScalePlace({ metadata }: ApiObject, { name, namespace }: ObjectName): void {
  if ((metadata.namespace ?? namespace) !== namespace)
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  checkName(metadata.name, name);
}

/** @throws {StatusError} for an invalid scale, or one of an object that was replaced */
function checkScale(
  { metadata, spec }: ScaleObject,
  live: ApiObject,
  { endpoint, name, namespace, product, scale }: ScaleTarget & { readonly product: string },
): void {
  const replicas = spec?.replicas ?? 0;
  if (replicas === absentReplicas)
    throw badRequest(`the spec replicas field ${quote(`.${scale.replicasPath.join(".")}`)} cannot be empty`);
  // Of extension types the number is judged within the object.
  if (endpoint.version.semantics === "typed") {
    const rules = kindRules({ namespaced: true, strategy: scaleStrategy }, "autoscaling", product);
    const errors = validateMeta(checkedMeta({ ...metadata, namespace }), rules);
    if (replicas < 0) errors.push(invalid("spec.replicas", replicas, "must be greater than or equal to 0"));
    if (errors.length > 0) throw invalidObject({ group: "autoscaling", kind: "Scale", name }, errors);
  }
  const { resource } = endpoint.definition;
  const { group } = endpoint.version;
  if (metadata.uid !== undefined && metadata.uid !== "" && metadata.uid !== live.metadata.uid)
    throw conflict(
      { group, resource: `${resource}/scale`, name },
      `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${live.metadata.uid ?? ""}`,
    );
}
