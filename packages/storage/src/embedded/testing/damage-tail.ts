import type { Random } from "../../conformance/random.ts";
import { headerBytes, seedOf } from "../format.ts";
import { nodeDisk } from "../node-disk.ts";
import { scanPart } from "../scan.ts";
import { readStoreFile } from "../store-file.ts";
import { surveySegments } from "../survey.ts";

const nearBytes = 20_000;

export type TailDamage = "none" | "torn" | "zeroed" | "garbled";

/**
 * Does to the end of a store what a power cut may do: cuts it off, or overwrites a part of it, from somewhere behind the group
 * of commits that holds the last acknowledged one. (A kill leaves everything that was handed to the system.)
 */
export async function damageTail(
  dir: string,
  {
    acknowledged,
    damage,
    random,
  }: { readonly acknowledged: number; readonly damage: TailDamage; readonly random: Random },
): Promise<void> {
  const storeId = await readStoreFile(nodeDisk, dir);
  if (storeId === undefined || damage === "none") return;
  const { segments } = await surveySegments(nodeDisk, { dir, storeId, access: "write" });
  const { file, header, heads, size } = segments.at(-1)!;
  const { frames } = await scanPart(file, { from: headerBytes, to: size, seed: seedOf(header) });
  const last = frames.findLast((f) => f.head.kind === "commit" && f.head.revision <= acknowledged);
  // What a later group says of where it begins ends the one that was acknowledged.
  const after = frames.find((f) => last === undefined || f.head.batchStart > last.position)?.head.batchStart;
  const newest = frames.at(-1);
  const framesEnd = after ?? (newest === undefined ? headerBytes : newest.position + newest.head.frameBytes);
  // What has a copy of its heads was durable, although the process did not come to say so.
  const end = Math.max(framesEnd, heads?.covered ?? headerBytes);
  // The header of a segment is durable once a group in it is.
  if (end < size && (last !== undefined || header.baseRevision >= acknowledged)) {
    // Rather near than far: behind the last group there may be a megabyte of zeros.
    const from = end + random.int(Math.min(size - end, nearBytes));
    const length = 1 + random.int(size - from);
    if (damage === "torn") await file.truncate(from);
    else await file.write([Buffer.alloc(length, damage === "zeroed" ? 0 : 0xa5)], from);
  }
  await Promise.all(segments.map((s) => s.file.close()));
}
