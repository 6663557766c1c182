import { conflict, invalid, invalidObject, type Status } from "@svc/meta";
import type { Revision } from "@svc/storage";
import { commit } from "./commit.ts";
import type { Endpoint, ObjectName, RequestContext } from "./context.ts";
import { admissionRequest, type Parts, resourceOf, storeOf } from "./parts.ts";

const option = "ignoreStoreReadErrorWithClusterBreakingPotential";
const maxAttempts = 64;

/**
 * Removes an object that cannot be read, whatever its finalizers and those who wait for it. Whoever asks answers for what that breaks.
 *
 * @throws {StatusError} 422 for an object that can be read, and for one that is not there
 */
export async function deleteCorrupt(
  parts: Parts,
  endpoint: Endpoint,
  context: RequestContext,
  target: ObjectName,
): Promise<Status> {
  const { definition } = endpoint;
  const store = storeOf(parts, endpoint);
  await parts.feed.fresh();
  await store.cache.ready();
  const { group, resource } = resourceOf(endpoint);
  let current = store.cache.get(store.keyOf(target.namespace, target.name));
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    if (current?.corrupt === undefined) {
      const why = "is exclusively used to delete corrupt object(s), try again by removing this option";
      throw invalidObject({ group, kind: resource, name: target.name }, [invalid(option, true, why)]);
    }
    const request = admissionRequest(endpoint, context, target, {
      operation: "DELETE",
      object: undefined,
      oldObject: undefined,
      dryRun: false,
    });
    await parts.admission.mutate(request);
    await parts.admission.validate(request);
    const write = { op: "delete", key: current.key, guard: current.revision as Revision } as const;
    const result = await commit(parts.feed.storage, write, context.signal);
    if (result.ok) return removed(definition.kind, group, target.name);
    current = result.current === undefined ? undefined : store.read(result.current);
  }
  throw conflict({ group, resource, name: target.name }, "the object is written too often to be deleted");
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
