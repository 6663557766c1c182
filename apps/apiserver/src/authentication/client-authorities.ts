import { type Clock, Listeners, type Log } from "@svc/base";
import { type Certificate, parseAuthorities } from "@svc/pki";
import { StartupError } from "@svc/program";
import { loadWatched, type Parsed, type Watched } from "../files/watched-file.ts";

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

function parseBundle(pem: string): Parsed<Bundle> {
  const result = parseAuthorities(pem);
  return result.ok ? { ok: true, value: { pem, certificates: result.authorities } } : result;
}

/** A bundle that does not change. @throws {StartupError} */
export function fixedBundle(pem: string): Watched<Bundle> {
  const parsed = parseBundle(pem);
  if (!parsed.ok) throw new StartupError(`the server's own authority: ${parsed.message}`);
  return { current: () => parsed.value, onChange: () => () => undefined, stop: () => undefined };
}

/** Several bundles as one. */
export function joinBundles(bundles: readonly Watched<Bundle>[]): Watched<Bundle> {
  const join = (): Bundle => {
    const all = bundles.map((b) => b.current());
    return { pem: all.map((b) => b.pem).join("\n"), certificates: all.flatMap((b) => b.certificates) };
  };
  let joined = join();
  const listeners = new Listeners<[bundle: Bundle]>();
  for (const bundle of bundles) {
    bundle.onChange(() => {
      joined = join();
      listeners.notify(joined);
    });
  }
  return {
    current: () => joined,
    onChange: (listener) => listeners.add(listener),
    stop: () => {
      for (const bundle of bundles) bundle.stop();
    },
  };
}
