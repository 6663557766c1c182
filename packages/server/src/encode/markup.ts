/** Client text in responses is escaped, so that browsers do not treat it as markup. */
export function markupSafe(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
