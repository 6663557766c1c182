import { type FieldView, type OwnedEndpoint, ownersAfterView, ownersOfView } from "@svc/apply";
import { type ApiObject, badRequest, conflict, copyJson, formatApiVersion, invalid, invalidObject } from "@svc/meta";
import { checkName, type RequestContext, type StoredObject, scaleOf, type WriteOptions } from "@svc/registry";
import type { ResourceVersion, ScaleDefinition } from "@svc/schema";
import type { ServerParts } from "../parts.ts";
import type { Route } from "./endpoint.ts";

interface ScaleObject extends ApiObject {
  spec?: { replicas?: number };
}

interface Written {
  readonly stored: StoredObject;
}

interface ScaleChange {
  readonly options: WriteOptions;
  /** The object that is meant, where the client says so. */
  readonly uid?: string | undefined;
  /** The scale that is wanted, its field owners included, from the one that is. */
  readonly next: (live: ApiObject, now: string) => ScaleObject;
}

/** Replaces the scale of an object. */
export function replaceScale(
  parts: ServerParts,
  context: RequestContext,
  route: Route,
  { options, scale }: { readonly options: WriteOptions; readonly scale: ApiObject },
): Promise<Written> {
  checkName(scale.metadata.name, route.name ?? "");
  return changeScale(parts, context, route, {
    options,
    uid: scale.metadata.uid,
    next: (live, now) => tracked(parts, route, options, { live, next: copyJson(scale), now }),
  });
}

/** Changes the scale of an object by a patch. */
export function patchScale(
  parts: ServerParts,
  context: RequestContext,
  route: Route,
  { options, patch }: { readonly options: WriteOptions; readonly patch: (live: ApiObject) => ApiObject },
): Promise<Written> {
  return changeScale(parts, context, route, {
    options,
    next: (live, now) => tracked(parts, route, options, { live, next: patch(live), now }),
  });
}

/** Applies what a manager wants of the scale of an object. */
export function applyScale(
  parts: ServerParts,
  context: RequestContext,
  route: Route,
  input: { readonly options: WriteOptions; readonly intent: ApiObject; readonly force: boolean },
): Promise<Written> {
  const { options, intent, force } = input;
  const endpoint = scaleEndpoint(scaleIn(route));
  return changeScale(parts, context, route, {
    options,
    next: (live, now) => parts.ownership.apply({ endpoint, live, intent, force, manager: options.fieldManager, now }),
  });
}

interface Tracked {
  readonly live: ApiObject;
  readonly next: ApiObject;
  readonly now: string;
}

function tracked(
  { ownership }: ServerParts,
  route: Route,
  { fieldManager }: WriteOptions,
  { live, next, now }: Tracked,
): ApiObject {
  ownership.track({ endpoint: scaleEndpoint(scaleIn(route)), live, next, manager: fieldManager, now });
  return next;
}

/** Writes what a scale says into the object that it is the scale of. */
function changeScale(
  { registry }: ServerParts,
  context: RequestContext,
  route: Route,
  { options, uid, next }: ScaleChange,
): Promise<Written> {
  const { endpoint, namespace = "", name = "" } = route;
  const scale = scaleIn(route);
  const view = replicasView(route, scale);
  return registry.change(endpoint, context, {
    target: { namespace, name },
    options,
    createIfAbsent: "never",
    view: {
      kind: scale.kind,
      type: { ...scale.kind, schema: scale.schema },
      of: (object) => scaleOf(object, scale),
      put: (object, shown: ScaleObject) => scale.setReplicas(object, shown.spec?.replicas ?? 0),
    },
    repeatable: true,
    ...(uid === undefined ? {} : { uid }),
    next: (live, { now }) => {
      if (live === undefined) throw new TypeError("a scale needs its object");
      const { metadata } = live;
      const shown = scaleOf(live, scale);
      const owners = ownersOfView(metadata.managedFields, view);
      const before = { ...shown, metadata: { ...shown.metadata, managedFields: owners } };
      const wanted = next(before, now);
      checkScale(wanted, live, route);
      const object = copyJson(live);
      scale.setReplicas(object, wanted.spec?.replicas ?? 0);
      const version = formatApiVersion(endpoint.version);
      const entries = ownersAfterView(metadata.managedFields, wanted.metadata.managedFields, view, version);
      if (entries === undefined) delete object.metadata.managedFields;
      else object.metadata.managedFields = entries;
      const { resourceVersion } = wanted.metadata;
      if (resourceVersion === undefined || resourceVersion === "") delete object.metadata.resourceVersion;
      else object.metadata.resourceVersion = resourceVersion;
      return object;
    },
  });
}

function scaleIn({ subresource }: Route): ScaleDefinition {
  if (subresource?.view !== "scale") throw new TypeError("not a scale");
  return subresource.scale;
}

/** A scale is owned as an object of its own kind. */
function scaleEndpoint({ kind, schema }: ScaleDefinition): OwnedEndpoint {
  const version = { ...kind, schema, semantics: "typed" } as const;
  return { definition: { kind: kind.kind, versions: [version] }, version, subresource: "scale" };
}

function replicasView({ endpoint: { definition } }: Route, { kind }: ScaleDefinition): FieldView {
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

/** @throws {StatusError} for a scale that is another object's, or none */
function checkScale({ metadata, spec }: ScaleObject, live: ApiObject, route: Route): void {
  const { endpoint, name = "", namespace = "" } = route;
  if ((metadata.namespace ?? namespace) !== namespace)
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  checkName(metadata.name, name);
  const replicas = spec?.replicas ?? 0;
  // Of extension types the number is judged within the object.
  if (replicas < 0 && endpoint.version.semantics === "typed") {
    throw invalidObject({ group: "autoscaling", kind: "Scale", name }, [
      invalid("spec.replicas", replicas, "must be greater than or equal to 0"),
    ]);
  }
  const { resource } = endpoint.definition;
  const { group } = endpoint.version;
  if (metadata.uid !== undefined && metadata.uid !== "" && metadata.uid !== live.metadata.uid)
    throw conflict(
      { group, resource: `${resource}/scale`, name },
      `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${live.metadata.uid ?? ""}`,
    );
}
