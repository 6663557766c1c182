import type { AnyObject } from "@svc/client";
import { type Dialect, parseTime } from "@svc/meta";

export interface Secret extends AnyObject {
  readonly type?: string;
  /** Base64. */
  readonly data?: Readonly<Record<string, string>>;
}

const tokenIdPattern = /^[a-z0-9]{6}$/;
const tokenSecretPattern = /^[a-z0-9]{16}$/;
const namePrefix = "bootstrap-token-";

/** The type of secrets that hold bootstrap tokens. */
export function tokenSecretType({ expand }: Dialect): string {
  return expand("bootstrap.{labels}/token");
}

/** One field of a secret, as text. */
function textOf({ data = {} }: Secret, key: string): string {
  return Object.hasOwn(data, key) ? Buffer.from(data[key] ?? "", "base64").toString("utf8") : "";
}

/**
 * When a token stops being good: milliseconds since 1970. Undefined when never; a time that is none
 * has passed already.
 */
export function expiryMs(secret: Secret): number | undefined {
  const text = textOf(secret, "expiration");
  if (text === "") return undefined;
  const instant = parseTime(text);
  return instant === undefined ? 0 : instant.seconds * 1000 + instant.nanos / 1e6;
}

interface SigningToken {
  readonly id: string;
  readonly secret: string;
}

/**
 * The token of a secret, if it may sign and matches the secret's name. Its expiry is not checked.
 */
export function signingTokenOf(secret: Secret, dialect: Dialect): SigningToken | undefined {
  const [id, token] = [textOf(secret, "token-id"), textOf(secret, "token-secret")];
  const isToken = secret.type === tokenSecretType(dialect) && secret.metadata?.name === namePrefix + id;
  if (!isToken || !tokenIdPattern.test(id) || !tokenSecretPattern.test(token)) return undefined;
  return textOf(secret, "usage-bootstrap-signing") === "true" ? { id, secret: token } : undefined;
}
