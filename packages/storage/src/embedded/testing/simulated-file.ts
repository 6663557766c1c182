import type { Random } from "../../conformance/random.ts";

/** A file of a simulated disk: the content that programs see, and the durable content. */
export interface SimulatedFile {
  bytes(): Buffer;
  write(bytes: Uint8Array, position: number): void;
  truncate(length: number): void;
  sync(): void;
  /** Forgets which data is not durable: later flushes succeed without writing it, as on Linux. */
  failSync(): void;
  /** A possible state after a power cut: unsynced sectors hold new or old data. */
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
      // Without truncation, durable data is stored in any case.
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
