const start = ',"managedFields":[';
const doubleQuote = 0x22;
const backslash = 0x5c;
const opening = 0x5b;
const closing = 0x5d;
const closingBrace = 0x7d;
const lineEnd = 0x0a;

/**
 * JSON of what has metadata and nothing else, without the owners of its fields: they are most of
 * the text, and dear to parse. Within a text a quote has a backslash before it, so that what is
 * found is the member. JSON with spaces, and what is none, stays as it is.
 */
export function withoutManagedFields(json: string): string {
  const at = json.indexOf(start);
  if (at < 0) return json;
  const from = at + start.length;
  const end = endOfLastMember(json, from) ?? endOfList(json, from);
  return end < 0 ? json : json.slice(0, at) + json.slice(end);
}

/**
 * Behind the bracket that closes the list where nothing but the ends of objects follows, as servers
 * write it, found without a look at each character. Of a member behind the list the name would
 * follow a bracket and a comma. Undefined where that is found, if only within a text.
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
