import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { certificateMaker } from "./certificates.ts";

const nowMs = Date.UTC(2026, 0, 1);

describe("certificates", () => {
  it("are issued by an authority, for a server's names or a client's groups, and match their keys", async () => {
    const ca = await certificateMaker.authority({ commonName: "test-ca" }, nowMs, 365);
    const server = await certificateMaker.issue(ca, {
      subject: { commonName: "server" },
      usage: "server",
      hosts: ["localhost", "127.0.0.1", "::1", "2001:DB8::5:0", "::ffff:1.2.3.4"],
      nowMs,
      days: 30,
    });
    const client = await certificateMaker.issue(ca, {
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
    expect(own.subjectAltName?.split(", ")).toEqual([
      "DNS:localhost",
      "IP Address:127.0.0.1",
      "IP Address:0:0:0:0:0:0:0:1",
      "IP Address:2001:DB8:0:0:0:0:5:0",
      "IP Address:0:0:0:0:0:FFFF:102:304",
    ]);
    expect([own, user].map(({ keyUsage }) => keyUsage)).toEqual([["1.3.6.1.5.5.7.3.1"], ["1.3.6.1.5.5.7.3.2"]]);
    expect(user.subject.split("\n")).toEqual(["O=masters", "O=b", "CN=admin"]);
    expect([own.ca, user.ca]).toEqual([false, false]);
    expect(Date.parse(own.validTo) - nowMs).toBe(30 * 86_400_000);
  });

  it("do not outlive their authority", async () => {
    const ca = await certificateMaker.authority({ commonName: "short" }, nowMs, 1);
    const leaf = new X509Certificate(
      (await certificateMaker.issue(ca, { subject: { commonName: "x" }, usage: "client", nowMs, days: 9 })).certificate,
    );
    expect(Date.parse(leaf.validTo) - nowMs).toBe(86_400_000);
  });

  it("may last into years that are written in another way", async () => {
    const { certificate } = await certificateMaker.authority({ commonName: "late" }, nowMs, 100 * 365);
    expect(Date.parse(new X509Certificate(certificate).validTo) - nowMs).toBe(100 * 365 * 86_400_000);
  });

  it("are not issued by authorities of other keys", async () => {
    const ca = await certificateMaker.authority({ commonName: "ca" }, nowMs, 1);
    const { privateKey } = generateKeyPairSync("ed25519");
    const key = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
    const options = { subject: { commonName: "x" }, usage: "client", nowMs, days: 1 } as const;
    await expect(certificateMaker.issue({ ...ca, key }, options)).rejects.toThrow("keys of ECDSA only");
    await expect(certificateMaker.issue({ ...ca, certificate: "none" }, options)).rejects.toThrow(
      "without a certificate",
    );
  });
});
