/**
 * Sorts texts by their code units, in place. They usually are sorted already, which is checked
 * first, without the memory that sorting takes.
 */
export function sortedTexts(texts: string[]): readonly string[] {
  for (let i = 1; i < texts.length; i++) if ((texts[i - 1] as string) > (texts[i] as string)) return texts.sort();
  return texts;
}
