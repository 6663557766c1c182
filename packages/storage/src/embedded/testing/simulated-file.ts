import type { Random } from "../../conformance/random.ts";

/** A file of a simulated disk: what programs see, and what the disk promised to keep. */
export interface SimulatedFile {
  bytes(): Buffer;
  write(bytes: Uint8Array, position: number): void;
  truncate(length: number): void;
  sync(): void;
  /**
   * What is not durable yet is forgotten to be so: later flushes succeed and leave it out, as those
   * of Linux do.
   */
  failSync(): void;
  /**
   * As it may be found after the power failed: sectors that were not flushed hold what is new, or
   * what was before.
   */
  powerCut(random: Random): SimulatedFile;
}

const sectorBytes = 512;

function* sectors(from: number, to: number): Iterable<number> {
  for (let sector = Math.floor(from / sectorBytes); sector * sectorBytes < to; sector++) yield sector;
}

export function createSimulatedFile(durable: Buffer = Buffer.alloc(0)): SimulatedFile {
  let kept = Buffer.from(durable);
  let seen = Buffer.from(durable);
  const forgotten = new Set<number>();
  const file: SimulatedFile = {
    bytes: () => seen,
    write(bytes, position) {
      const end = position + bytes.byteLength;
      if (end > seen.length) seen = Buffer.concat([seen, Buffer.alloc(end - seen.length)]);
      seen.set(bytes, position);
      for (const sector of sectors(position, end)) forgotten.delete(sector);
    },
    truncate(length) {
      seen = Buffer.concat([seen.subarray(0, length), Buffer.alloc(Math.max(0, length - seen.length))]);
    },
    sync() {
      const before = kept;
      kept = Buffer.from(seen);
      for (const sector of forgotten) {
        const at = sector * sectorBytes;
        kept.fill(0, at, at + sectorBytes);
        kept.set(before.subarray(at, Math.min(at + sectorBytes, kept.length)), at);
      }
    },
    failSync() {
      for (const sector of sectors(0, seen.length)) {
        const [from, to] = [sector * sectorBytes, (sector + 1) * sectorBytes];
        if (!seen.subarray(from, to).equals(kept.subarray(from, to))) forgotten.add(sector);
      }
    },
    powerCut(random) {
      const lengths = [kept.length, seen.length, Math.min(kept.length, seen.length) + random.int(sectorBytes)];
      const found = Buffer.alloc(Math.min(random.pick(lengths), Math.max(kept.length, seen.length)));
      // Without a shrinking, what was promised is there whatever happens to the rest.
      const length = Math.max(found.length, Math.min(kept.length, seen.length));
      const after = Buffer.alloc(length);
      for (let at = 0; at < length; at += sectorBytes) {
        const source = random.chance(0.5) && at < seen.length ? seen : kept;
        after.set(source.subarray(at, Math.min(at + sectorBytes, length)), at);
      }
      return createSimulatedFile(after);
    },
  };
  return file;
}
