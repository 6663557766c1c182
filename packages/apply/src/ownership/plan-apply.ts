import { finishSteps, type Steps } from "@svc/base";
import { badRequest, formatApiVersion, plainError } from "@svc/meta";
import { type FieldSet, isSubset } from "../field-set.ts";
import { ItemKeyError } from "../item-key.ts";
import { MisfitError } from "../misfit.ts";
import type { JsonMap } from "../value.ts";
import type { ApplyDeps } from "./apply-deps.ts";
import { type AppliedWrite, type OwnedEndpoint, objectText } from "./endpoint.ts";
import { type Manager, managerId } from "./managers.ts";
import { managersBefore } from "./managers-before.ts";
import { mergeIntent } from "./merge-intent.ts";
import { changeOf, overlaps, type VersionedChange } from "./owner-changes.ts";
import { pruned } from "./pruned.ts";
import { shownManagers, UnknownVersionError, versionNamed } from "./versions.ts";

/** The computed result of an apply, before it is committed. */
interface ApplyPlan {
  /** Includes the manager's new fields; other managers still have all of theirs. */
  readonly managers: Map<string, Manager>;
  /** The id of the applying manager. */
  readonly id: string;
  /** The manager's fields before this apply. */
  readonly last: Manager | undefined;
  /** The merged object, without managers; the live one where nothing differs. */
  readonly object: JsonMap;
  readonly change: VersionedChange;
  /** Fields of other managers that the apply changes, by the id of the owner. */
  readonly overlap: ReadonlyMap<string, FieldSet>;
}

/** @throws {StatusError} 400, 500 for an intent that cannot be applied */
export function planApply(parts: ApplyDeps, write: AppliedWrite): ApplyPlan {
  return finishSteps(planSteps(parts, write));
}

/** Computes an apply in interruptible steps. */
export function* planSteps(parts: ApplyDeps, write: AppliedWrite): Steps<ApplyPlan> {
  const { endpoint, live, intent } = write;
  try {
    return yield* plan(parts, write);
  } catch (error) {
    if (error instanceof MisfitError || error instanceof UnknownVersionError) throw plainError(error.message);
    if (!(error instanceof ItemKeyError)) throw error;
    throw plainError(`failed to create typed live object (${objectText(endpoint, live ?? intent)}): ${error.message}`);
  }
}

function* plan(parts: ApplyDeps, write: AppliedWrite): Steps<ApplyPlan> {
  const { endpoint, intent } = write;
  const { version, subresource } = endpoint;
  if ((intent.metadata?.managedFields ?? null) !== null) throw badRequest("metadata.managedFields must be nil");
  const managers = managersBefore(parts, write);
  const identity = {
    name: write.manager,
    operation: "Apply",
    apiVersion: formatApiVersion(version),
    subresource,
  } as const;
  const id = managerId(identity);
  const last = managers.get(id);
  const { fields, before, merged } = yield* mergeIntent(parts, write, last);
  managers.set(id, { ...identity, time: last?.time, fields });
  const shown = shownManagers(write.live);
  const object =
    last === undefined || (last.apiVersion === identity.apiVersion && isSubset(last.fields, fields))
      ? merged
      : pruned(parts, { endpoint, merged, last, managers, shown });
  yield;
  const afterAs = last !== undefined && wasConverted(write.endpoint, last) ? "typed" : "literal";
  const change = changeOf(parts, { endpoint, before, after: object, afterAs, shown: { before: shown, after: shown } });
  yield;
  return { managers, id, last, object, change, overlap: overlaps(managers, change, id) };
}

/**
 * True when removed fields were determined in another version, so that the conversion normalized
 * the values.
 */
function wasConverted({ definition, version }: OwnedEndpoint, { apiVersion }: Manager): boolean {
  return (
    version.semantics === "typed" &&
    apiVersion !== formatApiVersion(version) &&
    versionNamed({ definition, version }, apiVersion) !== undefined
  );
}
