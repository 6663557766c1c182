/**
 * True for an Accept-Encoding header whose last clause of gzip gives it no quality above 0. The
 * version 2 document heeds the quality; other responses need the name alone.
 */
export function refusesGzip(header: string | undefined): boolean {
  const clauses = (header ?? "").split(",").map((clause) => clause.split(";").map((part) => part.trim()));
  const gzip = clauses.findLast(([coding = ""]) => coding.toLowerCase() === "gzip") ?? [];
  const quality = gzip.findLast((part) => part.startsWith("q="))?.slice(2);
  return quality !== undefined && !(Number(quality) > 0);
}
