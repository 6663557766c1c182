import type { Random } from "../../conformance/random.ts";
import { headerBytes, seedOf } from "../format.ts";
import { scanPart } from "../frame-scan.ts";
import { nodeDisk } from "../node-disk.ts";
import { openSegments } from "../recovery-scan.ts";
import { readStoreFile } from "../store-file.ts";

const nearBytes = 20_000;

export type TailDamage = "none" | "torn" | "zeroed" | "garbled";

/**
 * Damages the end of a store as a power cut may do: truncates it, or overwrites a part of it. (A
 * kill leaves everything that was passed to the system.) Only the last group of commits is
 * affected, and only if none of it was acknowledged: each group is durable before the next one is
 * written.
 */
export async function damageTail(
  dir: string,
  {
    acknowledged,
    damage,
    random,
  }: { readonly acknowledged: number; readonly damage: TailDamage; readonly random: Random },
): Promise<void> {
  const store = await readStoreFile(nodeDisk, dir);
  if (store === undefined || damage === "none") return;
  const { segments } = await openSegments(nodeDisk, { dir, store, access: "write" });
  const { file, header, heads, size } = segments.at(-1)!;
  const { frames } = await scanPart(file, { from: headerBytes, to: size, seed: seedOf(header) });
  const newest = frames.at(-1);
  const acknowledgedToo = frames.some(
    (f) => f.position >= newest!.head.batchStart && f.head.kind === "commit" && f.head.revision <= acknowledged,
  );
  let end = headerBytes;
  if (newest !== undefined) end = acknowledgedToo ? newest.position + newest.head.frameBytes : newest.head.batchStart;
  // A frame with a copy of its head was durable, although the process did not acknowledge it.
  end = Math.max(end, heads?.covered ?? headerBytes);
  if (end < size) {
    // Prefers near offsets: after the last group there may be a megabyte of zeros.
    const from = end + random.int(Math.min(size - end, nearBytes));
    const length = 1 + random.int(size - from);
    if (damage === "torn") await file.truncate(from);
    else await file.write([Buffer.alloc(length, damage === "zeroed" ? 0 : 0xa5)], from);
  }
  await Promise.all(segments.map((s) => s.file.close()));
}
