/**
 * Errors that a strict decoder reports and a lenient one ignores, in the order of their discovery.
 */
export interface StrictErrors {
  unknownField(path: string): void;
  duplicateField(path: string): void;
  /** Adds an error with this message. */
  add(message: string): void;
  readonly list: readonly string[];
}

/** Errors beyond this count add nothing useful, and a body could have very many. */
const maxStrictErrors = 100;

export function createStrictErrors(): StrictErrors {
  return new Found();
}

/**
 * A class, since one is created for every body: object literals with a getter each get a shape of
 * their own.
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

/** A collector for values whose strict errors are ignored. */
export const noStrictErrors: StrictErrors = {
  unknownField: ignore,
  duplicateField: ignore,
  add: ignore,
  list: [],
};

function ignore(): void {
  // Values that embed JSON are not checked by the containing decoder.
}
