import { createPrivateKey, X509Certificate } from "node:crypto";
import { type Clock, Listeners, type Log } from "@svc/base";
import { StartupError } from "@svc/program";
import { loadWatched, type Watched } from "./watched-file.ts";

/** A certificate and its key, PEM. */
export interface Pair {
  readonly certificate: string;
  readonly key: string;
}

interface PairOptions {
  /** Flags and paths of the two files. */
  readonly files: Readonly<Record<keyof Pair, { readonly flag: string; readonly path: string }>>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Reads a certificate and its key, and again whenever one of the files changes. The pair is
 * replaced when both fit again. @throws {StartupError}
 */
export async function loadPair({ files, clock, log }: PairOptions): Promise<Watched<Pair>> {
  const load = (of: keyof Pair): Promise<Watched<string>> =>
    loadWatched({ ...files[of], parse: (text) => ({ ok: true, value: text }), clock, log });
  const certificate = await load("certificate");
  const key = await load("key");
  const pairNow = (): Pair => ({ certificate: certificate.current(), key: key.current() });
  let current = pairNow();
  const stop = (): void => {
    certificate.stop();
    key.stop();
  };
  const problem = problemOf(current);
  if (problem !== undefined) {
    stop();
    throw new StartupError(`${files.certificate.flag}, ${files.key.flag}: ${problem}`);
  }
  const listeners = new Listeners<[pair: Pair]>();
  const replace = (): void => {
    const next = pairNow();
    const mismatch = problemOf(next);
    if (mismatch !== undefined) {
      // Usual for a moment, since the files change one after the other.
      log.warn("a certificate and its key do not fit; the previous ones stay in use", {
        certificate: files.certificate.path,
        key: files.key.path,
        problem: mismatch,
      });
      return;
    }
    current = next;
    listeners.notify(next);
  };
  certificate.onChange(replace);
  key.onChange(replace);
  return { current: () => current, onChange: (listener) => listeners.add(listener), stop };
}

function problemOf({ certificate, key }: Pair): string | undefined {
  try {
    const fits = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
    return fits ? undefined : "the key is not that of the certificate";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
