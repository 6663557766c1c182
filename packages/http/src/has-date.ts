/** True where a response says itself when it was made. @param headers names and values alternate */
export function hasDate(headers: readonly string[]): boolean {
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? "";
    if (name.length === "date".length && name.toLowerCase() === "date") return true;
  }
  return false;
}
