import { anArray, checkArgument } from "@svc/base/check";
import { NativeBuckets } from "./native-buckets.ts";

/** A number that only grows. Callers hold it, so that counting costs an addition. */
export class Counter {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  add(amount = 1): void {
    this.#value += amount;
  }

  /** Begins anew at 0. */
  reset(): void {
    this.#value = 0;
  }
}

/** A number that is set, or moved up and down. */
export class Gauge {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  set(value: number): void {
    this.#value = value;
  }

  add(amount: number): void {
    this.#value += amount;
  }
}

/** A histogram: counts of values by bucket. */
export class Histogram {
  readonly #bounds: readonly number[];
  /** The number of values in each bucket, the last one unbounded; not cumulative. */
  readonly #counts: Float64Array;
  #sum = 0;
  /** Created on first use: most servers never expose native histograms. */
  #native: NativeBuckets | undefined = undefined;

  /** @param bounds upper bounds, inclusive, ascending @throws {TypeError} for a wrong argument */
  constructor(bounds: readonly number[]) {
    checkArgument("new Histogram: bounds", bounds, anArray);
    this.#bounds = bounds;
    // Numbers of one representation: weights in nanoseconds outgrow small integers.
    this.#counts = new Float64Array(bounds.length + 1);
  }

  /** @param weight how often the value counts: for values that last, how long */
  observe(value: number, weight = 1): void {
    const bounds = this.#bounds;
    let at = 0;
    // Most values are small: the first bucket that fits is found sooner by walking than by halving.
    while (at < bounds.length && value > (bounds[at] ?? 0)) at++;
    this.#counts[at] = (this.#counts[at] ?? 0) + weight;
    this.#sum += value * weight;
    if (this.#native !== undefined) this.#native.add(value, weight);
  }

  /** Forgets all values. */
  reset(): void {
    this.#counts.fill(0);
    this.#sum = 0;
    this.#native = undefined;
  }

  get sum(): number {
    return this.#sum;
  }

  /**
   * Each bound with the number of values up to it; the last bound is infinite, and its number that
   * of all values.
   */
  buckets(): readonly { readonly bound: number; readonly count: number }[] {
    let count = 0;
    return Array.from(this.#counts, (own, at) => {
      count += own;
      return { bound: this.#bounds[at] ?? Number.POSITIVE_INFINITY, count };
    });
  }

  /**
   * The same values in buckets of exponential width. Values that were observed before the first
   * call count with the upper bound of their bucket.
   */
  native(): NativeBuckets {
    if (this.#native === undefined) {
      const native = new NativeBuckets();
      const largest = this.#bounds.at(-1) ?? 0;
      // Values above the last bound are only known to be above it.
      for (const [at, count] of this.#counts.entries())
        native.add(this.#bounds[at] ?? Math.max(largest * 2, largest), count);
      this.#native = native;
    }
    return this.#native;
  }
}
