import { isDeepStrictEqual } from "node:util";
import { type AdmissionPlugin, type AdmissionRequest, type AdmissionUser, forbidden } from "@svc/admission";
import type { Authorizer } from "@svc/authz";
import { aFunction, checkArgument, optionsOf } from "@svc/base/check";
import type { GroupVersionResource, OwnerReference } from "@svc/meta";
import { anAuthorizer } from "./options/expected.ts";

/** Options of the admission step that protects blocking owner references. */
export interface OwnerReferencesOptions {
  readonly authorizer: Authorizer;
  /** The resource of a kind; undefined for kinds that are not served. */
  readonly resourceOf: (
    apiVersion: string,
    kind: string,
  ) => (GroupVersionResource & { readonly namespaced: boolean }) | undefined;
}

const ownerReferencesOptions = optionsOf<OwnerReferencesOptions>({
  authorizer: anAuthorizer,
  resourceOf: aFunction,
});

/**
 * Deleting an owner deletes its dependents. So setting owner references requires permission to
 * delete the object, and setting `blockOwnerDeletion` requires permission to update the owner's
 * finalizers. Users with permission to update all finalizers may also name owners of kinds that are
 * not served.
 * @throws {TypeError} for a wrong argument
 */
export function ownerReferencesPermissionEnforcement(options: OwnerReferencesOptions): AdmissionPlugin {
  checkArgument("ownerReferencesPermissionEnforcement: options", options, ownerReferencesOptions);
  const { authorizer, resourceOf } = options;
  const checkBlocking = async (
    request: AdmissionRequest,
    user: AdmissionUser,
    owner: OwnerReference,
  ): Promise<void> => {
    const { apiVersion, kind, name } = owner;
    const resource = resourceOf(apiVersion, kind);
    if (resource === undefined) {
      const why = `cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: no matches for kind "${kind}" in version "${apiVersion}"`;
      throw forbidden(request, `cannot set blockOwnerDeletion in this case because ${why}`);
    }
    const { verdict, reason } = await authorizer.authorize({
      user,
      verb: "update",
      isResource: true,
      ...resource,
      subresource: "finalizers",
      namespace: resource.namespaced ? request.namespace : "",
      name,
      path: "",
    });
    const why = "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";
    if (verdict !== "allow") throw forbidden(request, `${why}: ${reason}, <nil>`);
  };
  const mayFinalizeAll = async (user: AdmissionUser): Promise<boolean> => {
    const all = { group: "*", version: "*", resource: "*", subresource: "finalizers", namespace: "", name: "*" };
    const { verdict } = await authorizer.authorize({ user, verb: "update", isResource: true, ...all, path: "" });
    return verdict === "allow";
  };
  const check = async (request: AdmissionRequest, user: AdmissionUser, changed: Changed): Promise<void> => {
    if (request.operation === "UPDATE") {
      const { resource, subresource, namespace, name } = request;
      const query = { user, verb: "delete", isResource: true, ...resource, subresource, namespace, name, path: "" };
      const { verdict, reason } = await authorizer.authorize(query);
      if (verdict !== "allow")
        throw forbidden(request, `cannot set an ownerRef on a resource you can't delete: ${reason}, <nil>`);
    }
    if (changed.blocking.length === 0 || (await mayFinalizeAll(user))) return;
    for (const owner of changed.blocking) await checkBlocking(request, user, owner);
  };
  return {
    name: "OwnerReferencesPermissionEnforcement",
    operations: ["CREATE", "UPDATE"],
    validate: (request) => {
      const changed = changedOwners(request);
      return changed === undefined || request.user === undefined ? undefined : check(request, request.user, changed);
    },
  };
}

interface Changed {
  /** Owners whose deletion an object holds up that it did not. */
  readonly blocking: readonly OwnerReference[];
}

/** Undefined where nothing changes. */
function changedOwners({ object, oldObject }: AdmissionRequest): Changed | undefined {
  const next = object?.metadata.ownerReferences ?? [];
  const before = oldObject?.metadata.ownerReferences ?? [];
  if (next.length === 0 && before.length === 0) return undefined;
  const held = new Set(before.filter(isBlocking).map(({ uid }) => uid));
  const blocking = next.filter((owner) => isBlocking(owner) && !held.has(owner.uid));
  return blocking.length === 0 && isDeepStrictEqual(next, before) ? undefined : { blocking };
}

function isBlocking({ blockOwnerDeletion }: OwnerReference): boolean {
  return blockOwnerDeletion === true;
}
