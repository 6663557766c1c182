/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below `below`. */
  int(below: number): number;
  pick<T>(items: readonly T[]): T;
  /** Whether something of that probability happens. */
  chance(probability: number): boolean;
}

/** Creates a generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    // A Weyl sequence through a mixing function.
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32;
  }
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    pick: (items) => items[int(items.length)]!,
    chance: (probability) => next() < probability,
  };
}
