/** A source of choices that a seed determines. */
export interface Random {
  /** An integer from 0 up to `below`, which is left out. */
  integer(below: number): number;
  /** True in one of so many cases. */
  oneIn(count: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** The generator mulberry32. @param seed a 32-bit integer */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const integer = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  return {
    integer,
    oneIn: (count) => integer(count) === 0,
    pick: (list) => list[integer(list.length)] as (typeof list)[number],
  };
}
