/** Texts of clients come back in answers: nobody is to take them for markup. */
export function markupSafe(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
