import { createHash } from "node:crypto";
import type { Dialect } from "@svc/meta";

/** The identity of a server among the servers of its store. */
export interface ServerIdentity {
  /** One for each machine: `apiserver-<hash>`. */
  readonly name: string;
  /** One for each start. */
  readonly holder: string;
  readonly hostname: string;
}

/**
 * Source: the names of the identity leases that API servers keep; `holder` begins with the name and
 * is random.
 */
export function serverIdentity(hostname: string, dialect: Dialect, randomUid: () => string): ServerIdentity {
  const hash = createHash("sha256");
  for (const part of [hostname, dialect.expand("{system}-apiserver")]) {
    const bytes = Buffer.from(part);
    hash.update(Uint8Array.of(bytes.length >> 8, bytes.length & 0xff)).update(bytes);
  }
  const name = `apiserver-${base32(hash.digest().subarray(0, 16))}`;
  return { name, holder: `${name}_${randomUid()}`, hostname };
}

const digits = "abcdefghijklmnopqrstuvwxyz234567";

/** RFC 4648 in lower case, without padding. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let rest = 0;
  let bits = 0;
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += digits[(rest >> (bits - 5)) & 31] ?? "";
    rest &= 0xff;
  }
  return bits === 0 ? text : text + (digits[(rest << (5 - bits)) & 31] ?? "");
}
