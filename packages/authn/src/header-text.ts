const beyondAscii = /[\x80-\xff]/;

/**
 * The text of a line of a header, which has its bytes, each as a character: names of people are not
 * all ASCII.
 */
export function headerText(line: string): string {
  return beyondAscii.test(line) ? Buffer.from(line, "latin1").toString("utf8") : line;
}
