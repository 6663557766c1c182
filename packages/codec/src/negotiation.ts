/**
 * Content negotiation. Source: RFC 9110, section 12.5.1, as the original's API servers implement
 * it.
 */

/** One element of an Accept header. */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly quality: number;
}

/** Longer headers are truncated; normal clients send a few clauses. */
const maxClauses = 32;

/**
 * The clauses of an Accept header by descending preference, of equal ones the more specific first.
 */
export function parseAccept(header: string): readonly AcceptClause[] {
  const clauses = header
    .split(",", maxClauses)
    .map(parseClause)
    .filter((clause) => clause !== undefined);
  return clauses.sort((a, b) => b.quality - a.quality || wildcards(a) - wildcards(b));
}

function wildcards({ type, subtype }: AcceptClause): number {
  return (type === "*" ? 2 : 0) + (subtype === "*" ? 1 : 0);
}

function parseClause(text: string): AcceptClause | undefined {
  const [media = "", ...rest] = text.split(";").map((part) => part.trim());
  const slash = media.indexOf("/");
  const type = slash < 0 ? media : media.slice(0, slash);
  const subtype = slash < 0 ? (media === "*" ? "*" : "") : media.slice(slash + 1);
  if (type === "" || subtype === "") return undefined;
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const part of rest) {
    const equals = part.indexOf("=");
    const name = (equals < 0 ? part : part.slice(0, equals)).trim();
    const value = equals < 0 ? "" : part.slice(equals + 1).trim();
    if (name === "q" && value !== "") quality = qualityOf(value);
    else if (name !== "" && name !== "q") parameters.set(name, value);
  }
  return { type, subtype, parameters: Object.fromEntries(parameters), quality };
}

/** The number of a quality; other texts are the lowest. Not a number is in no order with others. */
function qualityOf(text: string): number {
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text);
  if (/^nan$/i.test(text)) return Number.NaN;
  return /^\+?inf(inity)?$/i.test(text) ? Number.POSITIVE_INFINITY : 0;
}

/**
 * The first matching pair of a clause and an offer.
 * @param fits returns whether a clause's parameters can be met
 */
export function negotiate<T extends { readonly mediaType: string }>(
  header: string | undefined,
  offers: readonly T[],
  fits: (clause: AcceptClause, offer: T) => boolean,
): { readonly offer: T; readonly clause: AcceptClause } | undefined {
  const clauses = header === undefined || header.trim() === "" ? [anything] : parseAccept(header);
  for (const clause of clauses) {
    for (const offer of offers) if (matches(clause, offer.mediaType) && fits(clause, offer)) return { offer, clause };
  }
  return undefined;
}

const anything: AcceptClause = { type: "*", subtype: "*", parameters: {}, quality: 1 };

function matches({ type, subtype }: AcceptClause, mediaType: string): boolean {
  if (subtype === "*") return type === "*" || mediaType.startsWith(`${type}/`);
  return `${type}/${subtype}` === mediaType;
}

/**
 * True when the header accepts anything, or names one of these types; ranges such as
 * `application/*` don't count as names.
 */
export function namesOne(header: string | undefined, mediaTypes: readonly string[]): boolean {
  if (header === undefined || header.trim() === "") return true;
  return header.split(",", maxClauses).some((clause) => {
    const media = (clause.split(";", 1)[0] ?? "").trim();
    return media === "*/*" || mediaTypes.includes(media);
  });
}
