import { anObject, aString, checkArgument, listOf, optionsOf } from "@svc/base/check";
import type { VerificationKey } from "./keys.ts";

/**
 * The documents with which others verify service account tokens. Bodies are JSON and may be cached
 * for an hour.
 */
export interface IssuerDiscovery {
  /** `/.well-known/openid-configuration` */
  readonly configuration: string;
  /** `/openid/v1/jwks`, `application/jwk-set+json` */
  readonly keySet: string;
  readonly cacheControl: "public, max-age=3600";
}

/** Options of `issuerDiscovery`. */
export interface IssuerDiscoveryOptions {
  readonly issuer: string;
  /** HTTPS URL of the key set. */
  readonly keySetUrl: string;
  readonly keys: readonly VerificationKey[];
}

const issuerDiscoveryOptions = optionsOf<IssuerDiscoveryOptions>({
  issuer: aString,
  keySetUrl: aString,
  keys: listOf(anObject),
});

/**
 * Creates the documents. Source: OpenID Connect Discovery 1.0; RFC 7517.
 * @throws {TypeError} for a wrong argument
 */
export function issuerDiscovery(options: IssuerDiscoveryOptions): IssuerDiscovery {
  checkArgument("issuerDiscovery: options", options, issuerDiscoveryOptions);
  const { issuer, keySetUrl, keys } = options;
  const configuration = {
    issuer,
    jwks_uri: keySetUrl,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...new Set(keys.map((k) => k.algorithm))].sort(),
  };
  const keySet = {
    keys: keys.map(({ id, algorithm, key }) => {
      const { kty, ...parts } = key.export({ format: "jwk" });
      return { use: "sig", kty, kid: id, alg: algorithm, ...parts };
    }),
  };
  return {
    configuration: JSON.stringify(configuration),
    keySet: JSON.stringify(keySet),
    cacheControl: "public, max-age=3600",
  };
}
