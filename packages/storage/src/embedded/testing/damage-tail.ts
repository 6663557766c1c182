import type { Random } from "../../conformance/random.ts";
import { headerBytes, seedOf } from "../format.ts";
import { nodeDisk } from "../node-disk.ts";
import { scanPart } from "../scan.ts";
import { readStoreFile } from "../store-file.ts";
import { surveySegments } from "../survey.ts";

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
  const { file, header, size } = segments.at(-1)!;
  const { frames } = await scanPart(file, { from: headerBytes, to: size, seed: seedOf(header) });
  const last = frames.findLast((f) => f.head.kind === "commit" && f.head.revision <= acknowledged);
  // What a later group says of where it begins ends the one that was acknowledged.
  const after = frames.find((f) => last === undefined || f.head.batchStart > last.position);
  const end = last === undefined && header.baseRevision >= acknowledged ? headerBytes : after?.head.batchStart;
  if (end !== undefined && end < size) {
    const from = end + random.int(size - end);
    const length = 1 + random.int(size - from);
    if (damage === "torn") await file.truncate(from);
    else await file.write([Buffer.alloc(length, damage === "zeroed" ? 0 : 0xa5)], from);
  }
  await Promise.all(segments.map((s) => s.file.close()));
}
