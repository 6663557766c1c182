import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { NamedCertificate } from "@svc/http";
import { readGiven } from "../files/given-file.ts";
import { StartupError } from "../files/startup-error.ts";

const flag = "--tls-sni-cert-key";

/**
 * The certificates of `--tls-sni-cert-key`. Names that are given win over names of certificates.
 * @throws {StartupError} for a text of another form, and for a file that cannot be read
 */
export async function namedCertificates(texts: readonly string[]): Promise<readonly NamedCertificate[]> {
  const read = await Promise.all(texts.map(readPair));
  return [
    ...read.filter(({ areGiven }) => areGiven).map(({ pair }) => pair),
    ...read.filter(({ areGiven }) => !areGiven).map(({ pair }) => pair),
  ];
}

interface ReadPair {
  readonly pair: NamedCertificate;
  /** Whether the flag has the names. */
  readonly areGiven: boolean;
}

async function readPair(text: string): Promise<ReadPair> {
  const colon = text.lastIndexOf(":");
  const [certificateFile, keyFile, ...more] = (colon < 0 ? text : text.slice(0, colon)).split(",");
  if (certificateFile === undefined || keyFile === undefined || more.length > 0)
    throw new StartupError(`${flag} must be <certificate file>,<key file>[:<names>], not ${JSON.stringify(text)}`);
  const [certificate, key] = await Promise.all([readGiven(flag, certificateFile), readGiven(flag, keyFile)]);
  const given =
    colon < 0
      ? []
      : text
          .slice(colon + 1)
          .split(",")
          .map((name) => name.trim());
  const names = given.length > 0 ? given : namesOf(certificate, certificateFile);
  return { pair: { names, certificate, key }, areGiven: given.length > 0 };
}

/** The names for hosts; the common name of a certificate without any. */
function namesOf(certificate: string, file: string): readonly string[] {
  try {
    const { subjectAltName, subject } = new X509Certificate(certificate);
    const hosts = (subjectAltName ?? "")
      .split(", ")
      .flatMap((name) => (name.startsWith("DNS:") ? [name.slice(4)] : []));
    const common = /^CN=(.+)$/m.exec(subject)?.[1];
    return hosts.length > 0 || common === undefined || isIP(common) !== 0 ? hosts : [common];
  } catch (cause) {
    throw new StartupError(`${flag}: ${file} has no certificate: ${String(cause)}`, { cause });
  }
}
