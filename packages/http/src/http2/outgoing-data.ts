/** Data that waits to be sent, in the order in which it was written. */
export class OutgoingData {
  /** From `#from` of `#next` on. */
  #parts: Uint8Array[] = [];
  #next = 0;
  #from = 0;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  push(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  clear(): void {
    this.#parts = [];
    this.#next = 0;
    this.#from = 0;
    this.#bytes = 0;
  }

  /** Takes as much as there is, up to `to`. @returns where it ends */
  copyTo(buffer: Buffer, from: number, to: number): number {
    let at = from;
    while (at < to && this.#bytes > 0) {
      const part = this.#parts[this.#next] as Uint8Array;
      const most = Math.min(part.length - this.#from, to - at);
      buffer.set(most === part.length ? part : part.subarray(this.#from, this.#from + most), at);
      at += most;
      this.#from += most;
      this.#bytes -= most;
      if (this.#from < part.length) continue;
      this.#from = 0;
      this.#next++;
    }
    if (this.#bytes === 0) this.clear();
    return at;
  }
}
