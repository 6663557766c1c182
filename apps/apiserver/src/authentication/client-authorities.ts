import { type Certificate, parseAuthorities } from "@svc/authn";
import type { Clock, Log } from "@svc/meta";
import { StartupError } from "../startup-error.ts";
import { loadWatched, type Parsed, type Watched } from "../watched-file.ts";

/** Certificates of authorities. */
export interface Bundle {
  readonly pem: string;
  readonly certificates: readonly Certificate[];
}

/** A bundle in a file that may change. @throws {StartupError} */
export function loadBundle(options: {
  readonly flag: string;
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<Watched<Bundle>> {
  return loadWatched({ ...options, parse: parseBundle });
}

export function parseBundle(pem: string): Parsed<Bundle> {
  const result = parseAuthorities(pem);
  return result.ok ? { ok: true, value: { pem, certificates: result.authorities } } : result;
}

/** Several bundles as one: the server's own authority, and those of files. */
export function joinBundles(own: string, files: readonly Watched<Bundle>[]): Watched<Bundle> {
  const fixed = parseBundle(own);
  if (!fixed.ok) throw new StartupError(`the server's own authority: ${fixed.message}`);
  const join = (): Bundle => {
    const all = [fixed.value, ...files.map((f) => f.current())];
    return { pem: all.map((b) => b.pem).join("\n"), certificates: all.flatMap((b) => b.certificates) };
  };
  let joined = join();
  const callbacks: ((bundle: Bundle) => void)[] = [];
  for (const file of files) {
    file.onChange(() => {
      joined = join();
      for (const callback of callbacks) callback(joined);
    });
  }
  return {
    current: () => joined,
    onChange: (callback) => void callbacks.push(callback),
    stop: () => {
      for (const file of files) file.stop();
    },
  };
}
