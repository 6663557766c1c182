const maxTexts = 2_048;
/** Of a text; longer ones are not kept. */
const maxCharacters = 1_024;

/** The latest texts that passed a check: many definitions contain the same parts. */
export class RecentTexts {
  readonly #texts = new Set<string>();

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  add(text: string): void {
    if (text.length > maxCharacters) return;
    const texts = this.#texts;
    texts.add(text);
    if (texts.size <= maxTexts) return;
    for (const oldest of texts) {
      texts.delete(oldest);
      return;
    }
  }
}
