/** What a strict decoder would refuse and a lenient one leaves out, in the order in which it was found. */
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
  const seen = new Set<string>();
  const add = (message: string): void => {
    if (seen.size < maxStrictErrors) seen.add(message);
  };
  return {
    unknownField: (path) => add(`unknown field "${path}"`),
    duplicateField: (path) => add(`duplicate field "${path}"`),
    add,
    get list(): readonly string[] {
      return [...seen];
    },
  };
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
