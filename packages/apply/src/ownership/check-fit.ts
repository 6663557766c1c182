import { type ApiObject, plainError } from "@svc/meta";
import { checkShape, type FittingObjects, MisfitError } from "../misfit.ts";
import type { StructShape } from "../shape.ts";
import { shareStructure } from "../structural-sharing.ts";
import type { JsonMap } from "../value.ts";
import type { TrackedWrite } from "./endpoint.ts";
import { type ShapeOf, unmanaged } from "./versions.ts";
import type { WriteCaches } from "./write-caches.ts";

interface LiveCheck {
  readonly shape: StructShape;
  readonly fitting: FittingObjects;
  /** The beginning of the error, made for an error only. */
  readonly failure: () => string;
}

/** @throws {StatusError} 500 for an object that does not fit its schema */
export function checkLive(live: ApiObject, { shape, fitting, failure }: LiveCheck): void {
  if (fitting.has(live, shape)) return;
  try {
    checkShape(shape, unmanaged(live));
  } catch (error) {
    if (!(error instanceof MisfitError)) throw error;
    throw plainError(`${failure()}: ${error.message}`);
  }
}

interface FitDeps {
  readonly shapeOf: ShapeOf;
  readonly caches: Pick<WriteCaches, "fitting">;
}

/** Two states of an object, without managers. */
interface States {
  readonly before: JsonMap;
  readonly after: JsonMap;
}

/**
 * The states of an object before and after an update. Those of an extension type fit its schema,
 * and share what the update leaves as it was.
 * @throws {MisfitError} for a value of another type than the schema's
 */
export function fittingStates(
  { shapeOf, caches: { fitting } }: FitDeps,
  { endpoint: { version }, live, next }: Pick<TrackedWrite, "endpoint" | "live" | "next">,
): States {
  const before = unmanaged(live);
  if (version.semantics !== "structural") return { before, after: unmanaged(next) };
  const after = shareStructure(unmanaged(next), before);
  const shape = shapeOf(version);
  if (live !== undefined && !fitting.has(live, shape)) checkShape(shape, before);
  checkShape(shape, after, before);
  // The live object of the next write, if this one is valid.
  fitting.add(next, shape);
  return { before, after };
}
