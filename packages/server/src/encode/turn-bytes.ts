/** Bytes of stored objects that are encoded within one turn: some milliseconds of work. */
const bytesPerTurn = 512 * 1024;
/** The minimum weight of an object, in bytes. */
const minObjectBytes = 1024;

/** Measures the encoding of objects, for turns of about the same length. */
export class TurnBytes {
  #left = bytesPerTurn;

  /** Counts an object; true where the turn is over. */
  add({ size }: { readonly size: number }): boolean {
    this.#left -= Math.max(size, minObjectBytes);
    if (this.#left > 0) return false;
    this.#left = bytesPerTurn;
    return true;
  }

  /** True for objects that take more than one turn. */
  static exceeds(objects: Iterable<{ readonly size: number }>): boolean {
    const turn = new TurnBytes();
    for (const object of objects) if (turn.add(object)) return true;
    return false;
  }
}
