import { issueCertificate, type KeyPair, makeAuthority } from "@svc/pki";

/** Certificates that are good now, for servers on this machine and for clients. */
export interface TestCertificates {
  readonly authority: string;
  readonly server: KeyPair;
  client(commonName: string): Promise<KeyPair>;
}

export async function testCertificates(hosts: readonly string[] = ["127.0.0.1"]): Promise<TestCertificates> {
  // TLS uses the real time.
  const nowMs = Date.now();
  const authority = await makeAuthority({ subject: { commonName: "test-ca" }, nowMs, days: 1 });
  return {
    authority: authority.certificate,
    server: await issueCertificate(authority, {
      subject: { commonName: "server" },
      usage: "server",
      hosts,
      nowMs,
      days: 1,
    }),
    client: (commonName) => issueCertificate(authority, { subject: { commonName }, usage: "client", nowMs, days: 1 }),
  };
}
