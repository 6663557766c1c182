import type { Authorizer } from "@svc/authz";
import type { ApiObject, OwnerReference } from "@svc/meta";
import { expect, test } from "vitest";
import { ownerReferencesPermissionEnforcement } from "./owner-references.ts";
import { requestFor, verdictOf } from "./testing/request.ts";

const owner = (more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: "v1",
  kind: "Owner",
  name: "o",
  uid: "1",
  ...more,
});
const blocking = owner({ blockOwnerDeletion: true });
const far = owner({ apiVersion: "v1", kind: "Far", uid: "2", blockOwnerDeletion: true });
const unknown = owner({ apiVersion: "x.y/v1", kind: "No", uid: "3", blockOwnerDeletion: true });
const noDelete = `cannot set an ownerRef on a resource you can't delete: because, <nil>`;
const noFinalizers =
  "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: because, <nil>";
const del = "delete configmaps default/a";
const fin = "update owners/finalizers default/o";
const all = "update */finalizers /*";

test.each<
  [
    before: readonly OwnerReference[] | undefined,
    after: readonly OwnerReference[],
    may: readonly string[],
    want: string,
  ]
>([
  [undefined, [], [], "admitted"],
  [undefined, [owner()], [], "admitted"],
  [undefined, [blocking], [], noFinalizers],
  [undefined, [blocking], [fin], "admitted"],
  [undefined, [far], ["update fars/finalizers /o"], "admitted"],
  [
    undefined,
    [unknown],
    [fin],
    'cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion x.y/v1 Kind No: no matches for kind "No" in version "x.y/v1"',
  ],
  [undefined, [unknown, far], [all], "admitted"],
  [[], [unknown], [del, all], "admitted"],
  [[], [unknown], [all], noDelete],
  [[], [owner()], [], noDelete],
  [[], [owner()], [del], "admitted"],
  [[], [blocking], [del], noFinalizers],
  [[], [blocking], [del, fin], "admitted"],
  [[blocking], [blocking], [], "admitted"],
  [[blocking], [], [], noDelete],
  [[blocking], [owner()], [del], "admitted"],
  [[blocking], [blocking, far], [del, fin], noFinalizers],
])("from %j to %j, by a user who may %j", async (before, after, may, want) => {
  const authorizer: Authorizer = {
    authorize: ({ verb, resource, subresource, namespace, name }) => {
      const what = `${verb} ${resource}${subresource === "" ? "" : `/${subresource}`} ${namespace}/${name}`;
      return { verdict: may.includes(what) ? "allow" : "noOpinion", reason: "because" };
    },
  };
  const plugin = ownerReferencesPermissionEnforcement({
    authorizer,
    resourceOf: (apiVersion, kind) =>
      apiVersion === "v1"
        ? { group: "", version: "v1", resource: `${kind.toLowerCase()}s`, namespaced: kind !== "Far" }
        : undefined,
  });
  const object = (ownerReferences: readonly OwnerReference[]): ApiObject => ({
    metadata: { name: "a", namespace: "default", ownerReferences: [...ownerReferences] },
  });
  const request = requestFor("configmaps", object(after), {
    oldObject: before && object(before),
    user: { name: "alice", uid: "", groups: [], extra: {} },
  });
  const verdict = await verdictOf(plugin, request);
  expect(verdict).toBe(want === "admitted" ? want : `configmaps "a" is forbidden: ${want}`);
});
