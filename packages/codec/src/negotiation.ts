/**
 * Which form of an answer suits a client.
 * Source: RFC 9110, section 12.5.1, as the API's servers read it.
 */

/** One element of an Accept header. */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly quality: number;
}

/** Longer headers are cut; clients that mean well send a few clauses. */
const maxClauses = 32;

/**
 * The clauses of an Accept header, the most wanted first; of equal wishes the more definite first.
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
    if (name === "q") quality = Number.isFinite(Number(value)) ? Number(value) : 1;
    else if (name !== "") parameters.set(name, value);
  }
  return { type, subtype, parameters: Object.fromEntries(parameters), quality };
}

/**
 * The first clause and the first offer that fit together.
 * @param fits says whether a clause's parameters can be met
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
 * Whether a header takes anything, or one of these types by its name: ranges such as
 * `application/*` name none.
 */
export function namesOne(header: string | undefined, mediaTypes: readonly string[]): boolean {
  if (header === undefined || header.trim() === "") return true;
  return header.split(",", maxClauses).some((clause) => {
    const media = (clause.split(";", 1)[0] ?? "").trim();
    return media === "*/*" || mediaTypes.includes(media);
  });
}
