import { anObject, checkArgument, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import { loadJose } from "../token/jose.ts";
import { claimNames, type ObjectClaim } from "./claims.ts";
import type { SigningKey } from "./keys.ts";

/** The Secret that will hold a token, and its service account. */
export interface LegacyTokenRequest {
  readonly namespace: string;
  readonly serviceAccount: ObjectClaim;
  readonly secretName: string;
}

const createLegacyTokenIssuerOptions = optionsOf<{ readonly dialect: Dialect; readonly key: SigningKey }>({
  dialect: aDialect,
  key: anObject,
});

/**
 * Creates tokens that are stored in Secrets. They do not expire.
 * @throws {TypeError} for a wrong argument
 */
export function createLegacyTokenIssuer(options: {
  readonly dialect: Dialect;
  readonly key: SigningKey;
}): (request: LegacyTokenRequest) => Promise<string> {
  checkArgument("createLegacyTokenIssuer: options", options, createLegacyTokenIssuerOptions);
  const { dialect, key } = options;
  const { legacyIssuer, legacyPrefix } = claimNames(dialect);
  return async ({ namespace, serviceAccount: { name, uid }, secretName }) => {
    const payload = {
      iss: legacyIssuer,
      [`${legacyPrefix}namespace`]: namespace,
      [`${legacyPrefix}secret.name`]: secretName,
      [`${legacyPrefix}service-account.name`]: name,
      [`${legacyPrefix}service-account.uid`]: uid,
      sub: `system:serviceaccount:${namespace}:${name}`,
    };
    const { CompactSign } = await loadJose();
    return new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: key.algorithm, kid: key.id })
      .sign(key.privateKey);
  };
}
