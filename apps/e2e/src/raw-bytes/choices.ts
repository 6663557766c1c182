/** Choices that a seed determines. */
export interface Choices {
  /** From 0 up to `below`, which is left out. */
  integer(below: number): number;
  pick<T>(list: readonly T[]): T;
}

/** A linear congruential generator: good enough to vary inputs. */
export function createChoices(seed: number): Choices {
  let state = seed >>> 0;
  const integer = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return { integer, pick: (list) => list[integer(list.length)] as (typeof list)[number] };
}

/** The bytes with a few of them changed, cut, repeated or put in. */
export function mutatedBytes(bytes: Buffer, choices: Choices): Buffer {
  let result = Buffer.from(bytes);
  for (let left = choices.integer(4); left > 0; left--) {
    const at = choices.integer(result.length + 1);
    switch (choices.integer(4)) {
      case 0:
        if (at < result.length) result[at] = choices.integer(256);
        break;
      case 1:
        result = Buffer.concat([result.subarray(0, at), result.subarray(at + choices.integer(8))]);
        break;
      case 2:
        result = Buffer.concat([result.subarray(0, at), result.subarray(choices.integer(at + 1))]);
        break;
      default:
        result = Buffer.concat([
          result.subarray(0, at),
          Buffer.alloc(choices.pick([1, 9, 300, 70_000]), choices.pick(["\0", "\r\n", ":", "a", "\xff"]), "latin1"),
          result.subarray(at),
        ]);
    }
  }
  return result;
}
