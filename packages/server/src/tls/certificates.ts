import { randomFillSync, webcrypto } from "node:crypto";

/** A certificate and its key, PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

export interface Subject {
  readonly commonName: string;
  /** What the API takes for groups. */
  readonly organizations?: readonly string[];
}

export interface IssueOptions {
  readonly subject: Subject;
  readonly usage: "server" | "client";
  /** Names and addresses of a server. */
  readonly hosts?: readonly string[];
  readonly nowMs: number;
  readonly days: number;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const dayMs = 86_400_000;
/** Clocks of clients may be a little behind. */
const skewMs = 3_600_000;

/** Makes authorities and certificates: ECDSA P-256, RFC 5280. The library is loaded when something is to be made. */
export interface CertificateMaker {
  authority(subject: Subject, nowMs: number, days: number): Promise<KeyPair>;
  issue(authority: KeyPair, options: IssueOptions): Promise<KeyPair>;
}

export async function loadCertificateMaker(): Promise<CertificateMaker> {
  // The library's dependency injection wants this global, and must find it when it is loaded.
  await import("reflect-metadata");
  const x509 = await import("@peculiar/x509");

  const pem = async (certificate: { toString(format: "pem"): string }, key: webcrypto.CryptoKey): Promise<KeyPair> => {
    const der = await webcrypto.subtle.exportKey("pkcs8", key);
    return {
      certificate: `${certificate.toString("pem")}\n`,
      key: `${x509.PemConverter.encode(der, "PRIVATE KEY")}\n`,
    };
  };
  const name = ({ commonName, organizations = [] }: Subject) => [
    ...organizations.map((o) => ({ O: [o] })),
    { CN: [commonName] },
  ];

  return {
    authority: async (subject, nowMs, days) => {
      const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
      const certificate = await x509.X509CertificateGenerator.createSelfSigned({
        serialNumber: serial(),
        name: name(subject),
        keys,
        signingAlgorithm: algorithm,
        notBefore: new Date(nowMs - skewMs),
        notAfter: new Date(nowMs + days * dayMs),
        extensions: [
          new x509.BasicConstraintsExtension(true, undefined, true),
          new x509.KeyUsagesExtension(
            x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.cRLSign,
            true,
          ),
          await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
        ],
      });
      return pem(certificate, keys.privateKey);
    },
    issue: async (authority, { subject, usage, hosts = [], nowMs, days }) => {
      const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
      const issuer = new x509.X509Certificate(authority.certificate);
      const signingKey = await webcrypto.subtle.importKey(
        "pkcs8",
        x509.PemConverter.decodeFirst(authority.key),
        algorithm,
        false,
        ["sign"],
      );
      const purpose = usage === "server" ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth;
      const names = hosts.map((value) => ({ type: isAddress(value) ? ("ip" as const) : ("dns" as const), value }));
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: serial(),
        subject: name(subject),
        issuer: issuer.subject,
        publicKey: keys.publicKey,
        signingKey,
        signingAlgorithm: algorithm,
        notBefore: new Date(nowMs - skewMs),
        notAfter: new Date(Math.min(nowMs + days * dayMs, issuer.notAfter.getTime())),
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([purpose]),
          await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
          ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
        ],
      });
      return pem(certificate, keys.privateKey);
    },
  };
}

/** Positive, and not to be guessed. */
function serial(): string {
  const bytes = randomFillSync(Buffer.alloc(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes.toString("hex");
}

function isAddress(host: string): boolean {
  return host.includes(":") || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}
