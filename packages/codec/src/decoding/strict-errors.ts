/**
 * What a strict decoder would refuse and a lenient one leaves out, in the order in which it was
 * found.
 */
export interface StrictErrors {
  unknownField(path: string): void;
  duplicateField(path: string): void;
  /** One in other words. */
  add(message: string): void;
  readonly list: readonly string[];
}

/** Further ones say nothing new, and a body could have very many. */
const maxStrictErrors = 100;

export function createStrictErrors(): StrictErrors {
  return new Found();
}

/**
 * A class, since one is made for every body: objects written out with a getter get a shape of their
 * own each.
 */
class Found implements StrictErrors {
  readonly #seen = new Set<string>();

  unknownField(path: string): void {
    this.add(`unknown field "${path}"`);
  }

  duplicateField(path: string): void {
    this.add(`duplicate field "${path}"`);
  }

  add(message: string): void {
    if (this.#seen.size < maxStrictErrors) this.#seen.add(message);
  }

  get list(): readonly string[] {
    return [...this.#seen];
  }
}

/** Where what is found within a value does not count. */
export const noStrictErrors: StrictErrors = {
  unknownField: ignore,
  duplicateField: ignore,
  add: ignore,
  list: [],
};

function ignore(): void {
  // Values that hold JSON of their own are not checked by those who carry them.
}
