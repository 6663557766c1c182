import { conflict, invalid, invalidObject, type Status, staleObject } from "@svc/meta";
import type { Revision } from "@svc/storage";
import { commit } from "./commit.ts";
import type { DeleteOptions, ObjectName } from "./context.ts";
import { type Attempt, withCurrent } from "./current-object.ts";
import { admissionRequest, type RequestScope, resourceOf } from "./parts.ts";
import type { StoredObject } from "./stored-object.ts";
import { unreadableObject } from "./unreadable.ts";

const option = "ignoreStoreReadErrorWithClusterBreakingPotential";

/**
 * Removes an object that cannot be read, ignoring its finalizers and dependents. The client is
 * responsible for the consequences.
 *
 * @throws {StatusError} 422 for a readable object, and for a missing one
 */
export async function deleteCorrupt(scope: RequestScope, target: ObjectName): Promise<Status> {
  const { group, resource } = resourceOf(scope.endpoint);
  return withCurrent(scope, target, async (current) => {
    if (current?.corrupt === undefined) {
      const why = "is exclusively used to delete corrupt object(s), try again by removing this option";
      throw invalidObject({ group, kind: resource, name: target.name }, [invalid(option, true, why)]);
    }
    return removeUnreadable(scope, { target, current, dryRun: false });
  });
}

interface Unreadable {
  readonly target: ObjectName;
  readonly current: StoredObject;
}

/**
 * Removes an object with lost bytes immediately: its finalizers are lost too, and the client is
 * warned.
 *
 * @throws {StatusError} 500 for an object with intact bytes, and for a precondition that cannot be
 * checked
 */
export async function deleteLost(
  scope: RequestScope,
  { options, target, current }: Unreadable & { readonly options: DeleteOptions },
): Promise<Attempt<Status>> {
  const { preconditions: { uid, resourceVersion } = {}, dryRun = false } = options;
  if (!current.isLost || uid !== undefined) throw unreadableObject(current);
  if (resourceVersion !== undefined && resourceVersion !== String(current.revision))
    throw conflict({ ...resourceOf(scope.endpoint), name: target.name }, staleObject);
  const removal = await removeUnreadable(scope, { target, current, dryRun });
  if (removal.ok) scope.context.warn("the stored object was damaged: it is removed regardless of its finalizers");
  return removal;
}

async function removeUnreadable(
  scope: RequestScope,
  { target, current, dryRun }: Unreadable & { readonly dryRun: boolean },
): Promise<Attempt<Status>> {
  const { parts, endpoint, context } = scope;
  const request = admissionRequest(scope, target, {
    operation: "DELETE",
    object: undefined,
    oldObject: undefined,
    dryRun,
    options: dryRun ? { dryRun: ["All"] } : {},
  });
  await parts.admission.mutate(request);
  await parts.admission.validate(request);
  const status = removed(endpoint.definition.kind, resourceOf(endpoint).group, target.name);
  if (dryRun) return { ok: true, result: status };
  const write = { op: "delete", key: current.key, guard: current.revision as Revision } as const;
  const result = await commit(parts.changeStream, write, context);
  return result.ok ? { ok: true, result: status } : { ok: false, found: result.current };
}

function removed(kind: string, group: string, name: string): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, ...(group === "" ? {} : { group }), kind },
    code: 200,
  };
}
