import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { type Clock, Listeners, type Log, quote } from "@svc/base";
import type { NamedCertificate } from "@svc/http";
import { StartupError } from "@svc/program";
import type { Watched } from "../files/watched-file.ts";
import { loadPair, type Pair } from "../files/watched-pair.ts";

const flag = "--tls-sni-cert-key";

interface FileEnvironment {
  readonly clock: Clock;
  readonly log: Log;
}

/** A pair of files with the names that it is for. */
interface NamedPair {
  readonly pair: Watched<Pair>;
  readonly certificateFile: string;
  /** The names of the flag; without any those of the certificate count. */
  readonly names: readonly string[];
}

/**
 * The certificates of `--tls-sni-cert-key`, which are read again when their files change. Names
 * that are given win over names of certificates.
 * @throws {StartupError} for a text of another form, and for files that cannot be used
 */
export async function loadNamedCertificates(
  texts: readonly string[],
  environment: FileEnvironment,
): Promise<Watched<readonly NamedCertificate[]>> {
  const loaded = await Promise.all(texts.map((text) => load(text, environment)));
  const pairs = [
    ...loaded.filter(({ names }) => names.length > 0),
    ...loaded.filter(({ names }) => names.length === 0),
  ];
  const read = (): readonly NamedCertificate[] => pairs.map(certificateOf);
  let current = read();
  const listeners = new Listeners<[certificates: readonly NamedCertificate[]]>();
  for (const { pair } of pairs)
    pair.onChange(() => {
      current = read();
      listeners.notify(current);
    });
  return {
    current: () => current,
    onChange: (listener) => listeners.add(listener),
    stop: () => {
      for (const { pair } of pairs) pair.stop();
    },
  };
}

async function load(text: string, environment: FileEnvironment): Promise<NamedPair> {
  const colon = text.lastIndexOf(":");
  const [certificateFile, keyFile, ...more] = (colon < 0 ? text : text.slice(0, colon)).split(",");
  if (certificateFile === undefined || keyFile === undefined || more.length > 0)
    throw new StartupError(`${flag} must be <certificate file>,<key file>[:<names>], not ${quote(text)}`);
  const files = { certificate: { flag, path: certificateFile }, key: { flag, path: keyFile } };
  const names = colon < 0 ? [] : text.slice(colon + 1).split(",");
  return { pair: await loadPair({ files, ...environment }), certificateFile, names: names.map((name) => name.trim()) };
}

function certificateOf({ pair, certificateFile, names }: NamedPair): NamedCertificate {
  const { certificate, key } = pair.current();
  return { names: names.length > 0 ? names : namesOf(certificate, certificateFile), certificate, key };
}

/** The names for hosts, behind the common name unless that is an address. */
function namesOf(certificate: string, file: string): readonly string[] {
  try {
    const { subjectAltName, subject } = new X509Certificate(certificate);
    const hosts = (subjectAltName ?? "")
      .split(", ")
      .flatMap((name) => (name.startsWith("DNS:") ? [name.slice(4)] : []));
    const common = /^CN=(.+)$/m.exec(subject)?.[1];
    return common === undefined || isIP(common) !== 0 ? hosts : [common, ...hosts];
  } catch (cause) {
    throw new StartupError(`${flag}: ${file} has no certificate: ${String(cause)}`, { cause });
  }
}
