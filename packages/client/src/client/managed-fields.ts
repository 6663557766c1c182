const start = ',"managedFields":[';
const doubleQuote = 0x22;
const backslash = 0x5c;
const opening = 0x5b;
const closing = 0x5d;
const closingBrace = 0x7d;
const lineEnd = 0x0a;

/**
 * Removes `managedFields` from JSON of an object with only metadata: it is most of the text, and
 * slow to parse. Within strings quotes are escaped, so a match is the member. JSON with whitespace,
 * and invalid JSON, is unchanged.
 */
export function withoutManagedFields(json: string): string {
  const at = json.indexOf(start);
  if (at < 0) return json;
  const from = at + start.length;
  const end = endOfLastMember(json, from) ?? endOfList(json, from);
  return end < 0 ? json : json.slice(0, at) + json.slice(end);
}

/**
 * The end of the list when only closing brackets follow, as servers write it, found without a scan.
 * A member after the list would follow a bracket and a comma. Undefined where that is found, even
 * within a string.
 */
function endOfLastMember(json: string, from: number): number | undefined {
  const end = json.lastIndexOf("]") + 1;
  if (end <= from || json.indexOf('],"', from) >= 0) return undefined;
  for (let i = end; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char !== closingBrace && char !== lineEnd) return undefined;
  }
  return end;
}

/** Behind the bracket that closes a list; -1 where none does. */
function endOfList(json: string, from: number): number {
  let depth = 1;
  for (let i = from; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === doubleQuote) i = endOfText(json, i + 1);
    else if (char === opening) depth++;
    else if (char === closing && --depth === 0) return i + 1;
  }
  return -1;
}

function endOfText(json: string, from: number): number {
  for (let i = from; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === backslash) i++;
    else if (char === doubleQuote) return i;
  }
  return json.length;
}
