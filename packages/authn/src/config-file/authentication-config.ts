import { aString, checkArgument } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { AuthenticationConfig, JwtConfig, PrefixedClaim } from "../oidc/config.ts";
import { readConfig } from "./read-config.ts";
import { boolean, list, type Shape, struct, text } from "./shape.ts";

const prefixed = struct({ claim: text, prefix: text, expression: text });

const jwtShape: Shape = struct({
  issuer: struct({
    url: text,
    discoveryURL: text,
    certificateAuthority: text,
    audiences: list(text),
    audienceMatchPolicy: text,
  }),
  claimValidationRules: list(struct({ claim: text, requiredValue: text, expression: text, message: text })),
  claimMappings: struct({
    username: prefixed,
    groups: prefixed,
    uid: struct({ claim: text, expression: text }),
    extra: list(struct({ key: text, valueExpression: text })),
  }),
  userValidationRules: list(struct({ expression: text, message: text })),
});

const anonymousShape: Shape = struct({ enabled: boolean, conditions: list(struct({ path: text })) });

/** Result of reading a configuration file. */
export type ConfigFileResult =
  | { readonly ok: true; readonly config: AuthenticationConfig }
  | { readonly ok: false; readonly message: string };

/**
 * Reads an `AuthenticationConfiguration`. Its content is not validated here.
 * @throws {TypeError} for a wrong argument
 */
export function readAuthenticationConfig(source: string, dialect: Dialect): ConfigFileResult {
  checkArgument("readAuthenticationConfig: source", source, aString);
  checkArgument("readAuthenticationConfig: dialect", dialect, aDialect);
  const result = readConfig(source, {
    kind: "AuthenticationConfiguration",
    apiVersions: ["v1beta1", "v1alpha1"].map((v) => dialect.expand(`apiserver.config.{api}/${v}`)),
    fields: { jwt: list(jwtShape), anonymous: anonymousShape },
  });
  if (!result.ok) return result;
  const { jwt, anonymous } = result.value as unknown as FileContent;
  return {
    ok: true,
    config: {
      jwt: (jwt ?? []).map((j) => complete(j ?? {})),
      ...(anonymous == null ? {} : { anonymous: anonymousOf(anonymous) }),
    },
  };
}

/** Fields of the file: all are optional and may be null. */
type Loose<T> = T extends readonly (infer U)[]
  ? readonly (Loose<U> | null)[]
  : T extends object
    ? { readonly [K in keyof T]?: Loose<T[K]> | null }
    : T;

interface FileContent {
  readonly jwt?: readonly (Loose<JwtConfig> | null)[] | null;
  readonly anonymous?: {
    readonly enabled?: boolean | null;
    readonly conditions?: readonly ({ readonly path?: string | null } | null)[] | null;
  } | null;
}

function complete({ issuer, claimValidationRules, claimMappings, userValidationRules }: Loose<JwtConfig>): JwtConfig {
  return {
    issuer: {
      url: issuer?.url ?? "",
      discoveryURL: issuer?.discoveryURL ?? "",
      certificateAuthority: issuer?.certificateAuthority ?? "",
      audiences: (issuer?.audiences ?? []).map((a) => a ?? ""),
      audienceMatchPolicy: issuer?.audienceMatchPolicy ?? "",
    },
    claimValidationRules: (claimValidationRules ?? []).map((rule) => ({
      claim: rule?.claim ?? "",
      requiredValue: rule?.requiredValue ?? "",
      expression: rule?.expression ?? "",
      message: rule?.message ?? "",
    })),
    claimMappings: {
      username: prefixedOf(claimMappings?.username),
      groups: prefixedOf(claimMappings?.groups),
      uid: { claim: claimMappings?.uid?.claim ?? "", expression: claimMappings?.uid?.expression ?? "" },
      extra: (claimMappings?.extra ?? []).map((e) => ({
        key: e?.key ?? "",
        valueExpression: e?.valueExpression ?? "",
      })),
    },
    userValidationRules: (userValidationRules ?? []).map((rule) => ({
      expression: rule?.expression ?? "",
      message: rule?.message ?? "",
    })),
  };
}

function prefixedOf(source: Loose<PrefixedClaim> | null | undefined): PrefixedClaim {
  const { claim, prefix, expression } = source ?? {};
  return { claim: claim ?? "", expression: expression ?? "", ...(prefix == null ? {} : { prefix }) };
}

function anonymousOf({ enabled, conditions }: NonNullable<FileContent["anonymous"]>): {
  readonly enabled: boolean;
  readonly paths?: readonly string[];
} {
  const paths = (conditions ?? []).map((c) => c?.path ?? "");
  return { enabled: enabled ?? false, ...(paths.length === 0 ? {} : { paths }) };
}
