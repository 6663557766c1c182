import { createPrivateKey, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { loadCertificateMaker } from "./certificates.ts";

const nowMs = Date.UTC(2026, 0, 1);

describe("certificates", () => {
  it("are issued by an authority, for a server's names or a client's groups, and match their keys", async () => {
    const maker = await loadCertificateMaker();
    const ca = await maker.authority({ commonName: "test-ca" }, nowMs, 365);
    const server = await maker.issue(ca, {
      subject: { commonName: "server" },
      usage: "server",
      hosts: ["localhost", "127.0.0.1", "::1"],
      nowMs,
      days: 30,
    });
    const client = await maker.issue(ca, {
      subject: { commonName: "admin", organizations: ["masters", "b"] },
      usage: "client",
      nowMs,
      days: 30,
    });
    const [authority, own, user] = [ca, server, client].map((p) => new X509Certificate(p.certificate)) as [
      X509Certificate,
      X509Certificate,
      X509Certificate,
    ];
    expect(authority.ca).toBe(true);
    for (const [certificate, pair] of [
      [own, server],
      [user, client],
      [authority, ca],
    ] as const) {
      expect(certificate.checkPrivateKey(createPrivateKey(pair.key))).toBe(true);
      expect(certificate.verify(authority.publicKey)).toBe(true);
      expect(certificate.checkIssued(authority)).toBe(true);
    }
    expect(own.subjectAltName).toBe("DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1");
    expect(user.subject.split("\n")).toEqual(["O=masters", "O=b", "CN=admin"]);
    expect([own.ca, user.ca]).toEqual([false, false]);
    expect(Date.parse(own.validTo) - nowMs).toBe(30 * 86_400_000);
  });

  it("do not outlive their authority", async () => {
    const maker = await loadCertificateMaker();
    const ca = await maker.authority({ commonName: "short" }, nowMs, 1);
    const leaf = new X509Certificate(
      (await maker.issue(ca, { subject: { commonName: "x" }, usage: "client", nowMs, days: 9 })).certificate,
    );
    expect(Date.parse(leaf.validTo) - nowMs).toBe(86_400_000);
  });
});
