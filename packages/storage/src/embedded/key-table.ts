import type { CollatingKey } from "../key.ts";
import { createOrderedMap } from "../ordered-map.ts";

/**
 * The keys of an index, each with a number: found by hash for a known key, by order for a range. So
 * repeated writes of a key don't walk the tree.
 */
interface KeyTable {
  readonly size: number;
  get(key: CollatingKey): number | undefined;
  /** Returns the replaced number. */
  set(key: CollatingKey, value: number): number | undefined;
  delete(key: CollatingKey): void;
  scan(lower: string, upper: string | undefined, visit: (key: CollatingKey, value: number) => boolean): void;
}

// A growing map is rehashed in one step; many small maps divide that cost.
const shardCount = 64;

/** Creates an empty table. */
export function createKeyTable(): KeyTable {
  const cells = createOrderedMap<number>();
  const shards: (Map<CollatingKey, number> | undefined)[] = [];
  // The number of each cell. Cells are reused after their key is deleted.
  let values = new Int32Array(64);
  const free: number[] = [];
  let used = 0;

  const cellOf = (key: CollatingKey): number | undefined => shards[shardOf(key)]?.get(key);

  function takeCell(): number {
    const cell = free.pop() ?? used++;
    if (cell === values.length) {
      const larger = new Int32Array(values.length * 2);
      larger.set(values);
      values = larger;
    }
    return cell;
  }

  return {
    get size() {
      return cells.size;
    },
    get(key) {
      const cell = cellOf(key);
      return cell === undefined ? undefined : values[cell];
    },
    set(key, value) {
      const cell = cellOf(key);
      if (cell !== undefined) {
        const before = values[cell];
        values[cell] = value;
        return before;
      }
      const added = takeCell();
      values[added] = value;
      cells.set(key, added);
      (shards[shardOf(key)] ??= new Map()).set(key, added);
      return undefined;
    },
    delete(key) {
      const cell = cells.delete(key);
      if (cell === undefined) return;
      shards[shardOf(key)]!.delete(key);
      free.push(cell);
    },
    scan(lower, upper, visit) {
      cells.scan(lower, upper, (key, cell) => visit(key as CollatingKey, values[cell]!));
    },
  };
}

/** Keys differ most at their end. */
function shardOf(key: string): number {
  const { length } = key;
  return (key.charCodeAt(length - 1) * 31 + key.charCodeAt(length >> 1) * 7 + length) & (shardCount - 1);
}
