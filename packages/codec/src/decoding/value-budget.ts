import { requestTooLarge } from "@svc/meta";

/**
 * Values of one body: members of objects, items of lists, and the containers themselves. A number
 * in a list, which costs least, counts as a tenth.
 */
export const maxBodyValues = 105_000;

/** The weight of a number in a list, as a part of a value. */
export const numberItem: number = 1 / 10;

/** @throws {StatusError} 413 */
export function tooManyValues(): never {
  throw requestTooLarge(`a body has at most ${maxBodyValues} values`);
}

/** Counts the values of one body across all readers. */
export class ValueBudget {
  #left: number;

  constructor(values: number = maxBodyValues) {
    this.#left = values;
  }

  /** @throws {StatusError} 413 once the body has too many values */
  spend(values = 1): void {
    this.#left -= values;
    if (this.#left < 0) tooManyValues();
  }
}
