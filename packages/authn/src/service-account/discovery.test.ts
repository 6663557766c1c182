import { createLocalJWKSet, jwtVerify, SignJWT } from "jose";
import { expect, it } from "vitest";
import { makeKey } from "../testing/keys.ts";
import { issuerDiscovery } from "./discovery.ts";

it("publishes the documents that verifiers of tokens need", async () => {
  const keys = [makeKey().key, makeKey("P-256").key];
  const { configuration, keySet } = issuerDiscovery({
    issuer: "https://i",
    keySetUrl: "https://i/openid/v1/jwks",
    keys,
  });
  expect(JSON.parse(configuration)).toEqual({
    issuer: "https://i",
    jwks_uri: "https://i/openid/v1/jwks",
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256", "RS256"],
  });
  const published = createLocalJWKSet(JSON.parse(keySet));
  for (const { algorithm, id, privateKey } of keys) {
    const token = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: algorithm, kid: id }).sign(privateKey);
    expect((await jwtVerify(token, published)).payload).toEqual({ a: 1 });
  }
  expect(keySet).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
});
