import type { MaybePromise } from "@svc/base";
import { plainError } from "@svc/meta";
import { ConversionNeeded, type ResourceDefinition } from "@svc/schema";

/** A write needs a few conversions in sequence, and again after a concurrent write. */
const maxConversions = 64;

/** True when objects of a type are converted by a webhook. */
export function hasWebhookConversion({ versions }: ResourceDefinition): boolean {
  return versions.some(({ conversion }) => conversion?.fromStorageAll !== undefined);
}

/**
 * Runs an operation, and repeats it after each conversion that it needed. An operation commits
 * nothing before it has all conversions.
 * @throws {StatusError} 500 where a conversion fails
 */
export async function withConversions<T>(act: () => MaybePromise<T>): Promise<T> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ConversionNeeded)) throw error;
      if (attempts === maxConversions) throw plainError("an object needs more conversions than the server allows");
      await error.resolve();
    }
  }
}
