/**
 * Texts by their code units, in place. Mostly they stand so already, which is found out without the
 * room that sorting takes.
 */
export function sortedTexts(texts: string[]): readonly string[] {
  for (let i = 1; i < texts.length; i++) if ((texts[i - 1] as string) > (texts[i] as string)) return texts.sort();
  return texts;
}
