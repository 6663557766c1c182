import { type ApiObject, plainError } from "@svc/meta";
import { checkShape, MisfitError } from "../misfit.ts";
import type { StructShape } from "../shape.ts";
import { unmanaged } from "./versions.ts";

/** @throws {StatusError} 500 for an object that does not fit its schema */
export function checkLive(shape: StructShape, live: ApiObject, failure: string): void {
  try {
    checkShape(shape, unmanaged(live));
  } catch (error) {
    if (!(error instanceof MisfitError)) throw error;
    throw plainError(`${failure}: ${error.message}`);
  }
}
