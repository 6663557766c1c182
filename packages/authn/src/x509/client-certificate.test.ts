import { createManualClock } from "@svc/base";
import { kubernetesDialect } from "@svc/meta";
import { type Certificate, parseAuthorities, readCertificate } from "@svc/pki";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuthenticationResult, Authenticator } from "../authenticator.ts";
import {
  Extension,
  KeyUsageFlags,
  type MakeOptions,
  makeCertificate,
  nowMs,
  type TestCertificate,
} from "../testing/certificates.ts";
import { testRequest } from "../testing/request.ts";
import { clientCertificateAuthenticator } from "./client-certificate.ts";

const client = "1.3.6.1.5.5.7.3.2";
const server = "1.3.6.1.5.5.7.3.1";
const uidOid = "1.3.6.1.4.1.57683.2";

let root: TestCertificate;
let stranger: TestCertificate;
beforeAll(async () => {
  root = await makeCertificate({ name: [{ CN: ["root"] }], ca: true });
  // The same name with another key: only the signature differs.
  stranger = await makeCertificate({ name: [{ CN: ["root"] }], ca: true });
});

function authenticatorFor(roots: readonly TestCertificate[]): Authenticator {
  const authorities = roots.map((r) => readCertificate(r.der));
  const clock = createManualClock(nowMs);
  return clientCertificateAuthenticator({ dialect: kubernetesDialect, clock, authorities: () => authorities });
}

function ask(chain: readonly TestCertificate[], roots: readonly TestCertificate[] = [root]): AuthenticationResult {
  const request = testRequest({ certificates: chain.map((c) => c.der) });
  return authenticatorFor(roots).authenticate(request) as AuthenticationResult;
}

const leaf = (options: Partial<MakeOptions> = {}): Promise<TestCertificate> =>
  makeCertificate({ name: [{ CN: ["alice"] }], issuer: root, usages: [client], ...options });

describe("the subject", () => {
  it.each([
    {
      name: "common name and organizations",
      subject: [{ O: ["dev"] }, { O: ["ops"] }, { CN: ["alice"] }],
      user: { name: "alice", uid: "", groups: ["dev", "ops"] },
    },
    {
      name: "several organizations in one set",
      subject: [{ O: ["dev", "ops"], CN: ["alice"] }],
      user: { name: "alice", groups: ["dev", "ops"] },
    },
    {
      name: "the last common name",
      subject: [{ CN: ["bob"] }, { CN: ["alice"] }],
      user: { name: "alice", groups: [] },
    },
    { name: "a uid", subject: [{ CN: ["alice"] }, { [uidOid]: ["u1"] }], user: { name: "alice", uid: "u1" } },
    {
      name: "text that looks like another part",
      subject: [{ CN: ["alice\nO=system:masters"] }],
      user: { name: "alice\nO=system:masters", groups: [] },
    },
    { name: "commas, signs and letters", subject: [{ CN: ["a,O=b+c ü"] }], user: { name: "a,O=b+c ü", groups: [] } },
  ])("$name", async ({ subject, user }) => {
    expect(ask([await leaf({ name: subject })])).toMatchObject({ kind: "authenticated", user });
  });

  it("without a common name is absent", async () => {
    expect(ask([await leaf({ name: [{ O: ["dev"] }] })])).toEqual({ kind: "absent" });
  });

  it("with two uids is no good", async () => {
    const result = ask([await leaf({ name: [{ CN: ["a"] }, { [uidOid]: ["1"] }, { [uidOid]: ["2"] }] })]);
    expect(result).toMatchObject({ kind: "rejected" });
  });

  it("includes the certificate's digest", async () => {
    expect(ask([await leaf()])).toMatchObject({
      user: {
        extra: { "authentication.kubernetes.io/credential-id": [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)] },
      },
    });
  });
});

describe("a chain", () => {
  const day = 86_400_000;
  it.each<{ name: string; make: Partial<MakeOptions>; want: string | undefined }>([
    { name: "for clients", make: {}, want: undefined },
    { name: "for anything", make: { usages: [] }, want: undefined },
    { name: "for any usage", make: { usages: ["2.5.29.37.0"] }, want: undefined },
    { name: "for servers", make: { usages: [server] }, want: "not for this use" },
    { name: "expired", make: { notAfter: new Date(nowMs - 1000) }, want: "has expired" },
    {
      name: "not yet valid",
      make: { notBefore: new Date(nowMs + 1000), notAfter: new Date(nowMs + day) },
      want: "not valid before",
    },
    {
      name: "with an unknown critical extension",
      make: { extensions: [new Extension("1.2.3.4", true, Uint8Array.of(5, 0))] },
      want: "not understood: 1.2.3.4",
    },
    {
      name: "with an unknown extension",
      make: { extensions: [new Extension("1.2.3.4", false, Uint8Array.of(5, 0))] },
      want: undefined,
    },
    {
      name: "with name constraints",
      make: { extensions: [new Extension("2.5.29.30", true, Uint8Array.of(0x30, 0))] },
      want: "not understood: 2.5.29.30",
    },
  ])("of one $name", async ({ make, want }) => {
    const result = ask([await leaf(make)]);
    if (want === undefined) expect(result.kind).toBe("authenticated");
    else expect(result).toMatchObject({ kind: "rejected", reason: expect.stringContaining(want) });
  });

  it.each<{ name: string; make: Partial<MakeOptions>; want: string | undefined }>([
    { name: "an authority", make: { ca: true }, want: undefined },
    { name: "an authority for one below", make: { ca: true, pathLength: 0 }, want: undefined },
    { name: "an authority that may sign", make: { ca: true, keyUsage: KeyUsageFlags.keyCertSign }, want: undefined },
    {
      name: "an authority that may not sign",
      make: { ca: true, keyUsage: KeyUsageFlags.digitalSignature },
      want: "no authority",
    },
    { name: "an authority for servers", make: { ca: true, usages: [server] }, want: "not for this use" },
    { name: "no authority", make: { ca: false }, want: "no authority" },
    { name: "an expired authority", make: { ca: true, notAfter: new Date(nowMs - 1) }, want: "has expired" },
  ])("over $name", async ({ make, want }) => {
    const middle = await makeCertificate({ name: [{ CN: ["middle"] }], issuer: root, ...make });
    const result = ask([await leaf({ issuer: middle }), middle]);
    if (want === undefined) expect(result).toMatchObject({ kind: "authenticated", user: { name: "alice" } });
    else expect(result).toMatchObject({ kind: "rejected", reason: expect.stringContaining(want) });
  });

  it("over two, in any order, within the path length", async () => {
    const upper = await makeCertificate({ name: [{ CN: ["upper"] }], issuer: root, ca: true });
    const tight = await makeCertificate({ name: [{ CN: ["tight"] }], issuer: root, ca: true, pathLength: 0 });
    const under = (issuer: TestCertificate) => makeCertificate({ name: [{ CN: ["lower"] }], issuer, ca: true });
    const [a, b] = [await under(upper), await under(tight)];
    expect(ask([await leaf({ issuer: a }), upper, a]).kind).toBe("authenticated");
    expect(ask([await leaf({ issuer: b }), tight, b])).toMatchObject({ reason: expect.stringContaining("too many") });
  });

  it("without its intermediates is rejected", async () => {
    const middle = await makeCertificate({ name: [{ CN: ["middle"] }], issuer: root, ca: true });
    expect(ask([await leaf({ issuer: middle })])).toMatchObject({
      reason: expect.stringContaining("unknown authority"),
    });
  });

  it("of a stranger with the authority's name is no good", async () => {
    expect(ask([await leaf({ issuer: stranger }), stranger])).toMatchObject({ kind: "rejected" });
  });

  it("that includes its own root is rejected", async () => {
    const own = await makeCertificate({ name: [{ CN: ["admin"] }], ca: true });
    expect(ask([own, own])).toMatchObject({ kind: "rejected" });
  });

  it("that is itself trusted is accepted", async () => {
    const own = await makeCertificate({ name: [{ CN: ["admin"] }] });
    expect(ask([own], [root, own])).toMatchObject({ kind: "authenticated", user: { name: "admin" } });
  });

  it("signed over SHA-1 is no good", async () => {
    const old = await makeCertificate({ name: [{ CN: ["old"] }], ca: true, sha1: true });
    expect(ask([await leaf({ issuer: old })], [old])).toMatchObject({ reason: expect.stringContaining("not secure") });
  });

  it("of many authorities with the same name is rejected without a long search", async () => {
    const middles = await Promise.all(
      Array.from({ length: 9 }, () => makeCertificate({ name: [{ CN: ["root"] }], issuer: stranger, ca: true })),
    );
    expect(ask([await leaf({ issuer: stranger }), ...middles])).toMatchObject({ kind: "rejected" });
    expect(ask([await leaf(), ...middles, root])).toMatchObject({
      reason: "x509: a chain of more than 10 certificates",
    });
  });
});

describe("caching", () => {
  it("is one user for a connection, until the certificate expires or the bundle changes", async () => {
    let authorities: readonly Certificate[] = [readCertificate(root.der)];
    const clock = createManualClock(nowMs);
    const authenticator = clientCertificateAuthenticator({
      dialect: kubernetesDialect,
      clock,
      authorities: () => authorities,
    });
    const request = testRequest({ certificates: [(await leaf({ notAfter: new Date(nowMs + 60_000) })).der] });
    const first = authenticator.authenticate(request);
    expect(first).toMatchObject({ kind: "authenticated" });
    expect(authenticator.authenticate(request)).toBe(first);
    authorities = [readCertificate(stranger.der)];
    expect(authenticator.authenticate(request)).toMatchObject({ kind: "rejected" });
    authorities = [readCertificate(root.der)];
    expect(authenticator.authenticate(request)).toEqual(first);
    clock.advance(60_001);
    expect(authenticator.authenticate(request)).toMatchObject({ reason: expect.stringContaining("expired") });
  });
});

describe("hostile bytes", () => {
  it("never authenticate, and never throw", async () => {
    const { der } = await leaf();
    const authenticator = authenticatorFor([root]);
    const mutation = fc.record({ at: fc.nat(der.length - 1), to: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), fc.option(fc.nat(der.length)), (changes, cut) => {
        const bytes = Buffer.from(der);
        for (const { at, to } of changes) bytes[at] = to;
        const sent = cut === null ? bytes : bytes.subarray(0, cut);
        const result = authenticator.authenticate(testRequest({ certificates: [sent] }));
        if (!sent.equals(der)) expect(result).toMatchObject({ kind: "rejected" });
      }),
      { numRuns: 500 },
    );
  });
});

describe("a bundle", () => {
  it("may hold several, and text between", () => {
    const parsed = parseAuthorities(`Root of trust\n${root.pem}\n# more\n${stranger.pem}`);
    expect(parsed.ok && parsed.authorities.length).toBe(2);
  });

  it.each([
    { name: "nothing", text: "", want: "there is no certificate in PEM" },
    {
      name: "a key",
      text: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
      want: "there is no certificate in PEM",
    },
    { name: "rubbish", text: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", want: "certificate 1: " },
  ])("of $name is invalid", ({ text, want }) => {
    expect(parseAuthorities(text)).toMatchObject({ ok: false, message: expect.stringContaining(want) });
  });
});
