import { finishSteps } from "@svc/base";
import { type ApiObject, plainError } from "@svc/meta";
import { checkLive } from "./check-fit.ts";
import { type AppliedWrite, objectText } from "./endpoint.ts";
import { type Manager, readManagers } from "./managers.ts";
import { type TrackDeps, updateSteps } from "./track.ts";
import { reconcileManagers } from "./versions.ts";

/** The manager of all fields of an object without managers, at its first apply. */
const managerBeforeApply = "before-first-apply";

/**
 * Returns the managers before the apply, reconciled with the current schemas.
 * @throws {StatusError} 500 for a live object that does not fit its schema
 */
export function managersBefore(parts: TrackDeps, { endpoint, live, now }: AppliedWrite): Map<string, Manager> {
  const managers = liveManagers(parts, live);
  if (managers.size === 0 && live !== undefined) {
    const failure = (): string =>
      `failed to create manager for existing fields: failed to convert new object (${objectText(endpoint, live)}) to smd typed`;
    checkLive(live, { shape: parts.shapeOf(endpoint.version), fitting: parts.caches.fitting, failure });
    finishSteps(
      updateSteps(parts, managers, { endpoint, live: undefined, next: live, manager: managerBeforeApply, now }),
    );
  }
  reconcileManagers(parts, endpoint, managers);
  return managers;
}

function liveManagers({ parse }: TrackDeps, live: ApiObject | undefined): Map<string, Manager> {
  try {
    return readManagers(live?.metadata.managedFields, parse.stored);
  } catch (error) {
    if (error instanceof TypeError) throw plainError(`failed to decode managed fields: ${error.message}`);
    throw error;
  }
}
