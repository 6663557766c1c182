import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeCertificate } from "../testing/certificates.ts";
import { makeKey } from "../testing/keys.ts";
import { parseSigningKey, parseVerificationKeys } from "./keys.ts";

const rsa = makeKey();
const ec = makeKey("P-256");
const small = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ type: "spki", format: "pem" });
const edwards = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" });

describe("keys that check tokens", () => {
  it.each([
    { name: "a public key", pem: rsa.publicPem, want: ["RS256"] },
    { name: "a private key", pem: rsa.pem, want: ["RS256"] },
    { name: "several of all kinds", pem: `# old\n${rsa.publicPem}\n# new\n${ec.pem}`, want: ["RS256", "ES256"] },
    { name: "other curves", pem: makeKey("P-384").pem + makeKey("P-521").pem, want: ["ES384", "ES512"] },
  ])("$name", ({ pem, want }) => {
    const parsed = parseVerificationKeys(pem);
    expect(parsed.ok && parsed.keys.map((k) => k.algorithm)).toEqual(want);
  });

  it("have the same id for the public and the private half", () => {
    const names = [rsa.pem, rsa.publicPem].map(parseVerificationKeys).map((p) => p.ok && p.keys[0]?.id);
    expect(names).toEqual([rsa.key.id, rsa.key.id]);
  });

  it("may be certificates", async () => {
    const parsed = parseVerificationKeys((await makeCertificate({ name: [{ CN: ["x"] }] })).pem);
    expect(parsed.ok && parsed.keys.map((k) => k.algorithm)).toEqual(["ES256"]);
  });

  it.each([
    { name: "nothing", pem: "", want: "there is no RSA or ECDSA key in PEM" },
    {
      name: "rubbish",
      pem: "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
      want: "key 1: it cannot be read",
    },
    {
      name: "a short key after a good one",
      pem: `${rsa.publicPem}${small}`,
      want: "key 2: it is neither RSA of at least 2048 bits nor on the curve P-256, P-384 or P-521",
    },
    {
      name: "another kind",
      pem: `${edwards}`,
      want: "key 1: it is neither RSA of at least 2048 bits nor on the curve P-256, P-384 or P-521",
    },
  ])("are not $name", ({ pem, want }) => {
    expect(parseVerificationKeys(pem)).toEqual({ ok: false, message: want });
  });
});

it("a key that signs is private", () => {
  expect(parseSigningKey(rsa.publicPem)).toEqual({ ok: false, message: "there is no RSA or ECDSA private key in PEM" });
  expect(parseSigningKey(`${rsa.publicPem}${ec.pem}`)).toMatchObject({ ok: true, keys: { algorithm: "ES256" } });
});
