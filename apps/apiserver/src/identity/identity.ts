import { randomBytes, X509Certificate } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";
import { parseAddressRange } from "@svc/controlplane";
import { issueCertificate, type KeyPair, makeAuthority } from "@svc/pki";
import { readFlagFile, readIfExists, readOrCreate, StartupError } from "@svc/program";
import type { ApiFlags } from "../command-line/api-flags.ts";
import type { ServingFlags } from "../command-line/serving-flags.ts";

type IdentityFlags = ServingFlags & Pick<ApiFlags, "serviceClusterIpRange">;

/** The certificates and keys of the server, and the credentials of its administrator. */
export interface Identity {
  /** The certificate authority in PEM. */
  readonly authority: KeyPair;
  readonly serving: KeyPair;
  readonly admin: KeyPair;
  /** The administrator's other way in. */
  readonly adminToken: string;
}

const year = 365;
/** Certificates are made anew when less than this is left. */
const renewBeforeMs = 30 * 86_400_000;

/** The directory of generated keys and certificates. */
export function pkiDirOf({ certDir, dataDir }: Pick<ServingFlags, "certDir" | "dataDir">): string {
  return certDir ?? join(dataDir, "pki");
}

/** Reads the certificate directory, and creates files that are missing or will expire soon. */
export async function loadIdentity(flags: IdentityFlags, nowMs: number): Promise<Identity> {
  const dir = pkiDirOf(flags);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const authority = await keep(join(dir, "ca"), nowMs, () =>
    makeAuthority({ subject: { commonName: "svc-ca" }, nowMs, days: 10 * year }),
  );
  const serving = (): Promise<KeyPair> =>
    issueCertificate(authority, {
      subject: { commonName: "svc-apiserver" },
      usage: "server",
      hosts: servingHosts(flags),
      nowMs,
      days: year,
    });
  const admin = (): Promise<KeyPair> =>
    issueCertificate(authority, {
      subject: { commonName: "admin", organizations: ["system:masters"] },
      usage: "client",
      nowMs,
      days: year,
    });
  const isGiven = flags.tlsCertFile !== undefined || flags.tlsPrivateKeyFile !== undefined;
  const [servingPair, adminPair, adminToken] = await Promise.all([
    isGiven ? givenPair(flags) : keep(join(dir, "apiserver"), nowMs, serving),
    keep(join(dir, "admin"), nowMs, admin),
    readOrCreate(join(dir, "admin.token"), newToken),
  ]);
  return { authority, serving: servingPair, admin: adminPair, adminToken: adminToken.trim() };
}

async function givenPair({ tlsCertFile, tlsPrivateKeyFile }: IdentityFlags): Promise<KeyPair> {
  if (tlsCertFile === undefined || tlsPrivateKeyFile === undefined)
    throw new StartupError("--tls-cert-file and --tls-private-key-file are given together or not at all");
  const [certificate, key] = await Promise.all([
    readFlagFile("--tls-cert-file", tlsCertFile),
    readFlagFile("--tls-private-key-file", tlsPrivateKeyFile),
  ]);
  return { certificate, key };
}

/** The pair in `PATH.crt` and `PATH.key`, or a new one where it is missing or about to expire. */
async function keep(path: string, nowMs: number, make: () => Promise<KeyPair>): Promise<KeyPair> {
  const [certPath, keyPath] = [`${path}.crt`, `${path}.key`];
  const certificate = await readIfExists(certPath);
  const key = await readIfExists(keyPath);
  if (certificate !== undefined && key !== undefined && lasts(certificate, nowMs)) return { certificate, key };
  const pair = await make();
  await writeFile(keyPath, pair.key, { mode: 0o600 });
  await chmod(keyPath, 0o600);
  await writeFile(certPath, pair.certificate);
  return pair;
}

function lasts(certificate: string, nowMs: number): boolean {
  try {
    return Date.parse(new X509Certificate(certificate).validTo) > nowMs + renewBeforeMs;
  } catch {
    return false; // what cannot be read is made anew
  }
}

function newToken(): string {
  return `${randomBytes(32).toString("base64url")}\n`;
}

/** Every name and address by which clients on this machine and in the cluster may come. */
function servingHosts({ bindAddress, advertiseAddress, serviceClusterIpRange }: IdentityFlags): readonly string[] {
  const own = Object.values(networkInterfaces()).flatMap((list) => list?.map((i) => i.address) ?? []);
  const service = "kubernetes.default.svc";
  const [primaryRange = ""] = serviceClusterIpRange.split(",");
  const hosts = [
    "localhost",
    hostname(),
    "kubernetes",
    "kubernetes.default",
    service,
    `${service}.cluster.local`,
    "127.0.0.1",
    "::1",
    ...own.map((address) => address.split("%")[0] ?? address),
    ...(bindAddress === "0.0.0.0" || bindAddress === "::" ? [] : [bindAddress]),
    ...(advertiseAddress === undefined ? [] : [advertiseAddress]),
    // The address of the server's own service is the first of the range.
    ...(primaryRange === "" ? [] : [parseAddressRange(primaryRange).at(0n)]),
  ];
  return [...new Set(hosts)];
}
