import { type ApiObject, conflict, staleObject } from "@svc/meta";
import type { Revision } from "@svc/storage";
import type { Change, Endpoint, ObjectName } from "./context.ts";
import { insert, type LostObject, wipeSystemFields } from "./create.ts";
import {
  admissionChecks,
  admissionRequest,
  admitMutations,
  type RequestScope,
  resourceOf,
  sentOptions,
  type WriteResult,
  writeContext,
} from "./parts.ts";
import { sentRevision } from "./sent-revision.ts";
import type { StoredObject } from "./stored-object.ts";
import { unreadableObject } from "./unreadable.ts";
import { workingForm } from "./working-form.ts";

/**
 * Replaces an unreadable object whose stored bytes are lost. For admission and the strategy it is a
 * creation, since the old object is unknown.
 *
 * A client that sends the resourceVersion of the lost object has read that very version: the uid is
 * kept, and with it the dependents. Without a resourceVersion it is a new object.
 *
 * @throws {StatusError} 500 for an object with intact bytes, and for a change of a part of it
 * @throws {StatusError} 409 when the client sends another version
 */
export async function replaceLost(scope: RequestScope, change: Change, lost: StoredObject): Promise<WriteResult> {
  const { target, options, next, mayCreate } = change;
  if (!lost.isLost || change.replacesWhole !== true) throw unreadableObject(lost);
  const { parts, endpoint, context } = scope;
  const write = writeContext(scope, target.namespace);
  const object = workingForm(endpoint.version, await next(undefined, write, context));
  const identity = identityOf(object, { lost, target, endpoint });
  const request = admissionRequest(scope, target, {
    operation: "CREATE",
    object,
    oldObject: undefined,
    dryRun: options.dryRun === true,
    options: sentOptions(options),
  });
  await admitMutations(parts, request);
  await mayCreate?.();
  wipeSystemFields(object.metadata);
  delete object.metadata.resourceVersion;
  const validate = admissionChecks(parts, request);
  const place: LostObject = { revision: lost.revision as Revision, identity };
  return insert(scope, { object, write, options, validate, lost: place });
}

function identityOf(
  { metadata }: ApiObject,
  { lost, target, endpoint }: { readonly lost: StoredObject; readonly target: ObjectName; readonly endpoint: Endpoint },
): LostObject["identity"] {
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  const resource = { ...resourceOf(endpoint), name: target.name };
  const sent = sentRevision(metadata);
  if (sent !== 0n) {
    if (sent !== BigInt(lost.revision)) throw conflict(resource, staleObject);
    return {
      ...(uid === undefined ? {} : { uid }),
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
      ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGracePeriodSeconds }),
    };
  }
  return {};
}
