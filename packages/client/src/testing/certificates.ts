import { type KeyPair, loadCertificateMaker } from "@svc/server";

/** Certificates that are good now, for servers on this machine and for clients. */
export interface TestCertificates {
  readonly authority: string;
  readonly server: KeyPair;
  client(commonName: string): Promise<KeyPair>;
}

export async function testCertificates(hosts: readonly string[] = ["127.0.0.1"]): Promise<TestCertificates> {
  const maker = await loadCertificateMaker();
  // TLS looks at the real time.
  const nowMs = Date.now();
  const authority = await maker.authority({ commonName: "test-ca" }, nowMs, 1);
  return {
    authority: authority.certificate,
    server: await maker.issue(authority, { subject: { commonName: "server" }, usage: "server", hosts, nowMs, days: 1 }),
    client: (commonName) => maker.issue(authority, { subject: { commonName }, usage: "client", nowMs, days: 1 }),
  };
}
