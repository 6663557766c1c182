/**
 * Whether a name is one of the time zones of the IANA; their names begin with a capital letter, and
 * case matters.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    const known = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    // A name may be an alias; otherwise its case must match.
    return known === name || known.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}
