/**
 * The text without the characters at its end that are the given one. Takes time that is linear in
 * the text, which `/x+$/` does not: it looks from each `x` again.
 */
export function trimEndOf(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
