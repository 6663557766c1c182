import type { Clock, Log } from "@svc/base";
import type { TlsOptions } from "@svc/http";
import type { KeyPair } from "@svc/pki";
import type { ServingFlags } from "../command-line/serving-flags.ts";
import type { Watched } from "../files/watched-file.ts";
import { loadPair, type Pair } from "../files/watched-pair.ts";
import { loadNamedCertificates } from "./named-certificates.ts";

/** The certificates that clients see. */
export type ServingCertificates = Pick<TlsOptions, "certificate" | "key" | "named">;

interface ServingOptions {
  readonly flags: Pick<ServingFlags, "tlsCertFile" | "tlsPrivateKeyFile" | "tlsSniCertKey">;
  /** The pair without files of the user. */
  readonly own: KeyPair;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The certificates of the port. Files of the user are read again when they change, so that a
 * renewed certificate needs no new start.
 * @throws {StartupError} for files that cannot be used
 */
export async function loadServingCertificates(options: ServingOptions): Promise<Watched<ServingCertificates>> {
  const { flags, own, clock, log } = options;
  const pair = await givenPair(options);
  const named = await loadNamedCertificates(flags.tlsSniCertKey, { clock, log });
  const current = (): ServingCertificates => {
    const { certificate, key } = pair?.current() ?? own;
    return { certificate, key, named: named.current() };
  };
  return {
    current,
    onChange: (listener) => {
      const unregister = [pair, named].map((watched) => watched?.onChange(() => listener(current())));
      return () => {
        for (const each of unregister) each?.();
      };
    },
    stop: () => {
      pair?.stop();
      named.stop();
    },
  };
}

async function givenPair({ flags, clock, log }: ServingOptions): Promise<Watched<Pair> | undefined> {
  const { tlsCertFile, tlsPrivateKeyFile } = flags;
  if (tlsCertFile === undefined || tlsPrivateKeyFile === undefined) return undefined;
  const files = {
    certificate: { flag: "--tls-cert-file", path: tlsCertFile },
    key: { flag: "--tls-private-key-file", path: tlsPrivateKeyFile },
  };
  return loadPair({ files, clock, log });
}
