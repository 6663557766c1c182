/** More buckets than this halve the resolution. */
const maxBuckets = 160;
/** Values this close to zero share one bucket. */
const zeroThreshold = 2 ** -128;

/**
 * Buckets of exponential width; empty ones take no memory. The bucket with the index i ends at
 * 2^(i / 2^schema).
 * Source: Prometheus' specification of native histograms.
 */
export class NativeBuckets {
  #schema = 3;
  #zeroCount = 0;
  #positive = new Map<number, number>();
  #negative = new Map<number, number>();

  readonly zeroThreshold: number = zeroThreshold;

  get schema(): number {
    return this.#schema;
  }

  get zeroCount(): number {
    return this.#zeroCount;
  }

  /** Index and count of each bucket in use, ascending. */
  get positive(): readonly (readonly [index: number, count: number])[] {
    return sorted(this.#positive);
  }

  /** The same for negative values, by the index of their absolute value. */
  get negative(): readonly (readonly [index: number, count: number])[] {
    return sorted(this.#negative);
  }

  add(value: number, count: number): void {
    if (count === 0) return;
    if (Math.abs(value) <= zeroThreshold) {
      this.#zeroCount += count;
      return;
    }
    const buckets = value > 0 ? this.#positive : this.#negative;
    const index = Math.ceil(Math.log2(Math.abs(value)) * 2 ** this.#schema);
    buckets.set(index, (buckets.get(index) ?? 0) + count);
    while (this.#positive.size + this.#negative.size > maxBuckets) this.#halveResolution();
  }

  #halveResolution(): void {
    this.#schema--;
    this.#positive = merged(this.#positive);
    this.#negative = merged(this.#negative);
  }
}

function sorted(buckets: ReadonlyMap<number, number>): readonly (readonly [number, number])[] {
  return [...buckets].sort(([a], [b]) => a - b);
}

function merged(buckets: ReadonlyMap<number, number>): Map<number, number> {
  const wider = new Map<number, number>();
  for (const [index, count] of buckets) {
    const into = Math.ceil(index / 2);
    wider.set(into, (wider.get(into) ?? 0) + count);
  }
  return wider;
}
