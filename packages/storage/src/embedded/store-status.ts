import type { StorageStatus } from "../storage.ts";
import type { Log } from "./log.ts";
import { deadBytes } from "./segment.ts";
import type { State } from "./state.ts";

/** The status of a store, with the sizes of its files. */
export async function statusOf(
  { segments, revision, compactedRevision }: State,
  { failure }: Log,
): Promise<StorageStatus> {
  const sizes = await Promise.all(segments.map((s) => s.file.size()));
  // Heads files hold everything but the values.
  const headBytes = segments.reduce((sum, s) => sum + s.length - s.valueBytes, 0);
  return {
    revision,
    compactedRevision,
    sizeBytes: sizes.reduce((sum, size) => sum + size, headBytes),
    reclaimableBytes: segments.reduce((sum, s) => sum + deadBytes(s), 0),
    writeFailure: failure,
  };
}
