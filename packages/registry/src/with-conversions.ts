import type { MaybePromise } from "@svc/base";
import { plainError } from "@svc/meta";
import { ConversionNeeded, type ResourceDefinition } from "@svc/schema";

/**
 * A write needs a few conversions, one after the other, and again when another write comes first.
 */
const maxConversions = 64;

/** Whether objects of a type are converted by somebody who has to be asked. */
export function asksForConversions({ versions }: ResourceDefinition): boolean {
  return versions.some(({ conversion }) => conversion?.fromStorageAll !== undefined);
}

/**
 * Acts, and acts again each time when a conversion had to be asked for. An act commits nothing
 * before it has all conversions.
 * @throws {StatusError} 500 where a conversion fails
 */
export async function withConversions<T>(act: () => MaybePromise<T>): Promise<T> {
  for (let asked = 0; ; asked++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ConversionNeeded)) throw error;
      if (asked === maxConversions) throw plainError("an object needs more conversions than the server asks for");
      await error.resolve();
    }
  }
}
