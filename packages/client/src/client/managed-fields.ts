const start = ',"managedFields":[';
const doubleQuote = 0x22;
const backslash = 0x5c;
const opening = 0x5b;
const closing = 0x5d;

/**
 * JSON of what has metadata and nothing else, without the owners of its fields: they are most of the text, and dear to parse. Within a text a quote has
 * a backslash before it, so that what is found is the member. JSON with spaces, and what is none, stays as it is.
 */
export function withoutManagedFields(json: string): string {
  const at = json.indexOf(start);
  const end = at < 0 ? -1 : endOfList(json, at + start.length);
  return end < 0 ? json : json.slice(0, at) + json.slice(end);
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
