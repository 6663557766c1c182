import { readFile } from "node:fs/promises";
import type { Clock } from "@svc/base";
import { bearer, type Credential, type Credentials } from "./credentials.ts";

export interface TokenFileOptions {
  readonly path: string;
  readonly clock: Clock;
}

/** How long a token is used before the file is read again: whoever rotates it leaves the old one valid for longer. */
const rereadAfterMs = 60_000;

/** A bearer token in a file that somebody replaces now and then. */
export function tokenFileCredentials({ path, clock }: TokenFileOptions): Credentials {
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
      // Read just now: the file has nothing newer.
      const stale = clock.monotonic() > known.readAtMs;
      if (stale) known = undefined;
      return stale;
    },
  };
}
