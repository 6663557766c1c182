import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { issueCertificate, makeAuthority } from "./issue.ts";

const nowMs = Date.UTC(2026, 0, 1);

/** An authority made by OpenSSL: RSA, names as printable strings, its own key identifier. */
const foreign = {
  certificate: readFileSync(new URL("testdata/foreign-ca.crt", import.meta.url), "utf8"),
  key: readFileSync(new URL("testdata/foreign-ca.key", import.meta.url), "utf8"),
};
const foreignSubject = { commonName: "foreign", organizations: ["Other"] };
const foreignKeyIdentifier = Buffer.from([1, 2, 3, 4, 5, 6, 7]);

describe("certificates", () => {
  it("are issued by an authority, for a server's names or a client's groups, and match their keys", async () => {
    const ca = await makeAuthority({ subject: { commonName: "test-ca" }, nowMs, days: 365 });
    const server = await issueCertificate(ca, {
      subject: { commonName: "server" },
      usage: "server",
      hosts: ["localhost", "127.0.0.1", "::1"],
      nowMs,
      days: 30,
    });
    const client = await issueCertificate(ca, {
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

  it.each([
    { name: "one made by this package", authority: undefined, subject: { commonName: "same", organizations: ["o"] } },
    { name: "one with names of another string type", authority: foreign, subject: foreignSubject },
  ])("are refused for the subject of their authority: $name", async ({ authority, subject }) => {
    const ca = authority ?? (await makeAuthority({ subject, nowMs, days: 1 }));
    const issued = issueCertificate(ca, { subject, usage: "client", nowMs, days: 1 });
    await expect(issued).rejects.toThrow("the subject of a certificate must differ from its authority's");
  });

  it("do not outlive their authority", async () => {
    const ca = await makeAuthority({ subject: { commonName: "short" }, nowMs, days: 1 });
    const leaf = new X509Certificate(
      (await issueCertificate(ca, { subject: { commonName: "x" }, usage: "client", nowMs, days: 9 })).certificate,
    );
    expect(Date.parse(leaf.validTo) - nowMs).toBe(86_400_000);
  });

  it("are signed by a foreign authority with any kind of key, with its exact name and key identifier", async () => {
    const subject = { commonName: "x" };
    const leaf = new X509Certificate(
      (await issueCertificate(foreign, { subject, usage: "server", hosts: ["a.example"], nowMs, days: 9 })).certificate,
    );
    const authority = new X509Certificate(foreign.certificate);
    expect(leaf.checkIssued(authority)).toBe(true);
    expect(leaf.verify(authority.publicKey)).toBe(true);
    expect(leaf.raw.includes(foreignKeyIdentifier)).toBe(true);
  });

  it.each([
    { host: "10.0.0.1", want: "IP Address:10.0.0.1" },
    { host: "2001:DB8::ff:0:1", want: "IP Address:2001:DB8:0:0:0:FF:0:1" },
    { host: "::ffff:1.2.3.4", want: "IP Address:0:0:0:0:0:FFFF:102:304" },
    { host: "::", want: "IP Address:0:0:0:0:0:0:0:0" },
    { host: "*.example", want: "DNS:*.example" },
    { host: "1.2.3.4.example", want: "DNS:1.2.3.4.example" },
  ])("name the host $host", async ({ host, want }) => {
    const subject = { commonName: "x" };
    const ca = await makeAuthority({ subject: { commonName: "ca" }, nowMs, days: 1 });
    const leaf = await issueCertificate(ca, { subject, usage: "server", hosts: [host], nowMs, days: 1 });
    expect(new X509Certificate(leaf.certificate).subjectAltName).toBe(want);
  });

  it("are rejected for an invalid host name, and for a key that cannot sign", async () => {
    const subject = { commonName: "x" };
    const ca = await makeAuthority({ subject: { commonName: "ca" }, nowMs, days: 1 });
    const options = { subject, usage: "server", hosts: ["ä b"], nowMs, days: 1 } as const;
    await expect(issueCertificate(ca, options)).rejects.toThrow('"ä b" is no name of a host');
    const key = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    await expect(issueCertificate({ ...ca, key }, { ...options, hosts: [] })).rejects.toThrow("not ed25519");
  });
});
