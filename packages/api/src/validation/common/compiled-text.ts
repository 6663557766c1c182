/** Characters of expressions that are compiled in one step: some milliseconds of work. */
const stepCharacters = 4_096;
/** The weight of an expression in addition to its text, in characters. */
const expressionCharacters = 128;

/** Counts the expressions that were compiled, so that many or long ones are compiled in steps. */
export class CompiledText {
  #characters = 0;

  /** Counts expressions. @returns whether the step should end behind them */
  endsStep(...expressions: readonly (string | undefined)[]): boolean {
    for (const text of expressions) if (text !== undefined) this.#characters += expressionCharacters + text.length;
    if (this.#characters < stepCharacters) return false;
    this.#characters = 0;
    return true;
  }
}
