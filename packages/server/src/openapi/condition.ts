/**
 * The status of a request whose conditions a representation with this tag does not meet; undefined
 * where it meets them. Source: RFC 9110, section 13.2.2.
 */
export function unmetCondition(
  method: string,
  etag: string,
  header: (name: string) => string | undefined,
): 304 | 412 | undefined {
  const ifMatch = header("if-match");
  if (ifMatch !== undefined && ifMatch !== "" && !tagsOf(ifMatch).some((tag) => tag === "*" || tag === etag)) {
    return 412;
  }
  const ifNoneMatch = header("if-none-match");
  if (ifNoneMatch === undefined) return undefined;
  // Here a weak tag matches too: it says that the content means the same.
  const matches = tagsOf(ifNoneMatch).some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag);
  if (!matches) return undefined;
  return method === "GET" || method === "HEAD" ? 304 : 412;
}

/** The tags of a header, up to the first text that is no tag; `*` is one. */
function tagsOf(header: string): readonly string[] {
  const tags: string[] = [];
  const next = /[ \t\r\n]*(?:,|(\*|(?:W\/)?"[!#-~\u0080-\uffff]*"))/y;
  for (let found = next.exec(header); found !== null; found = next.exec(header)) {
    if (found[1] !== undefined) tags.push(found[1]);
  }
  return tags;
}
