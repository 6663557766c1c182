import { readFile } from "node:fs/promises";
import type { Clock } from "@svc/base";
import { aClock, aString, checkArgument, optionsOf } from "@svc/base/check";
import { bearer, type Credential, type Credentials } from "../transport/credentials.ts";

/** Options of credentials from a token file. */
export interface TokenFileOptions {
  readonly path: string;
  readonly clock: Clock;
}

/** Time between reads of the file. Rotated tokens must stay valid for longer. */
const rereadAfterMs = 60_000;

const tokenFileOptions = optionsOf<TokenFileOptions>({
  path: aString,
  clock: aClock,
});

/**
 * Creates credentials with a bearer token from a file that is rotated.
 * @throws {TypeError} for a wrong argument
 */
export function tokenFileCredentials(options: TokenFileOptions): Credentials {
  checkArgument("tokenFileCredentials: options", options, tokenFileOptions);
  const { path, clock } = options;
  let known: { readonly credential: Credential; readonly readAtMs: number } | undefined;
  let reading: Promise<Credential> | undefined;
  const read = async (): Promise<Credential> => {
    const token = (await readFile(path, "utf8")).trim();
    if (token === "") throw new Error(`the token file ${path} is empty`);
    const credential = { headers: bearer(token) };
    known = { credential, readAtMs: clock.monotonic() };
    return credential;
  };
  return {
    current: () => {
      if (known !== undefined && clock.monotonic() - known.readAtMs < rereadAfterMs) return known.credential;
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    rejected: (credential) => {
      if (known?.credential !== credential) return true;
      // The file was read just now, so it has no newer token.
      const stale = clock.monotonic() > known.readAtMs;
      if (stale) known = undefined;
      return stale;
    },
  };
}
