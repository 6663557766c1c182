/** The content of a token before it is verified. */
export interface UnverifiedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Longer tokens are ignored. Headers are bounded too, but not all callers have tokens from headers.
 */
export const maxTokenLength: number = 65_536;

/**
 * Decodes a token in the compact form to select its verifier; undefined for other text. Source: RFC
 * 7519.
 */
export function decodeUnverified(token: string): UnverifiedToken | undefined {
  if (token.length > maxTokenLength) return undefined;
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  const [header, payload] = parts.slice(0, 2).map(decodePart);
  return header === undefined || payload === undefined ? undefined : { header, payload };
}

function decodePart(part: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // Not JSON: no token of this kind.
  }
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One audience, or a list of them. Undefined when absent or malformed. */
export function audiencesOf(payload: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const { aud } = payload;
  if (typeof aud === "string") return [aud];
  return Array.isArray(aud) && aud.every((a): a is string => typeof a === "string") ? aud : undefined;
}
