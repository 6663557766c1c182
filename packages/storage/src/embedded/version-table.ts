/**
 * Versions in typed arrays: 24 bytes each, nothing for the garbage collector to trace. A version is
 * identified by its slot; free slots are reused.
 */
interface VersionTable {
  readonly used: number;
  allocate(version: VersionFields, older: number): number;
  free(slot: number): void;
  revision(slot: number): number;
  segment(slot: number): number;
  position(slot: number): number;
  /** Bytes of the value; `deletedBytes` for a deletion. */
  bytes(slot: number): number;
  older(slot: number): number;
  setOlder(slot: number, older: number): void;
  move(slot: number, place: { readonly segment: number; readonly position: number }): void;
}

interface VersionFields {
  readonly revision: number;
  readonly segment: number;
  readonly position: number;
  readonly bytes: number;
}

/** Marks the absence of a slot. */
export const noSlot = -1;
/** Size that marks a deletion. */
export const deletedBytes = 0xffffffff;

// Small, so that a store with few keys takes a few kilobytes.
const chunkBits = 9;
const chunkSize = 1 << chunkBits;
const mask = chunkSize - 1;

interface Chunk {
  readonly revision: Float64Array;
  readonly segment: Uint32Array;
  readonly position: Uint32Array;
  readonly bytes: Uint32Array;
  readonly older: Int32Array;
}

/** Creates an empty table. */
export function createVersionTable(): VersionTable {
  const chunks: Chunk[] = [];
  let end = 0;
  let used = 0;
  // Free slots form a list through `older`.
  let firstFree = noSlot;

  const chunk = (slot: number): Chunk => chunks[slot >> chunkBits]!;

  function take(): number {
    used++;
    if (firstFree !== noSlot) {
      const slot = firstFree;
      firstFree = chunk(slot).older[slot & mask]!;
      return slot;
    }
    if (end === chunks.length * chunkSize) chunks.push(createChunk());
    return end++;
  }

  return {
    get used() {
      return used;
    },
    allocate({ revision, segment, position, bytes }, older) {
      const slot = take();
      const at = slot & mask;
      const c = chunk(slot);
      c.revision[at] = revision;
      c.segment[at] = segment;
      c.position[at] = position;
      c.bytes[at] = bytes;
      c.older[at] = older;
      return slot;
    },
    free(slot) {
      used--;
      const c = chunk(slot);
      c.revision[slot & mask] = 0;
      c.older[slot & mask] = firstFree;
      firstFree = slot;
    },
    revision: (slot) => chunk(slot).revision[slot & mask]!,
    segment: (slot) => chunk(slot).segment[slot & mask]!,
    position: (slot) => chunk(slot).position[slot & mask]!,
    bytes: (slot) => chunk(slot).bytes[slot & mask]!,
    older: (slot) => chunk(slot).older[slot & mask]!,
    setOlder(slot, older) {
      chunk(slot).older[slot & mask] = older;
    },
    move(slot, { segment, position }) {
      const c = chunk(slot);
      c.segment[slot & mask] = segment;
      c.position[slot & mask] = position;
    },
  };
}

function createChunk(): Chunk {
  const bytes = new ArrayBuffer(chunkSize * 24);
  return {
    revision: new Float64Array(bytes, 0, chunkSize),
    segment: new Uint32Array(bytes, chunkSize * 8, chunkSize),
    position: new Uint32Array(bytes, chunkSize * 12, chunkSize),
    bytes: new Uint32Array(bytes, chunkSize * 16, chunkSize),
    older: new Int32Array(bytes, chunkSize * 20, chunkSize),
  };
}
