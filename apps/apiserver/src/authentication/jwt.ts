import {
  type AuthenticationConfig,
  type CompiledJwt,
  compileAuthentication,
  type IssuerConfig,
  type JwtConfig,
  jwtVerifier,
  signingAlgorithms,
  type TokenVerifier,
} from "@svc/authn";
import { readAuthenticationConfig } from "@svc/authn/config-file";
import { type Clock, type Log, quote } from "@svc/base";
import type { Egress } from "@svc/http/client";
import { aggregateErrors, type Dialect } from "@svc/meta";
import { readFlagFile, StartupError } from "@svc/program";
import { loadWatched, type Parsed, type Watched } from "../files/watched-file.ts";
import type { ProcessMetrics } from "../metrics/metrics.ts";
import { createDocumentReader } from "./document-reader.ts";
import type { AuthenticationFlags } from "./flags.ts";

/**
 * The settings for JWTs of external issuers and for anonymous requests, from flags or the
 * configuration file.
 */
interface JwtAuthentication {
  readonly verifier: TokenVerifier;
  readonly anonymous: () => AuthenticationConfig["anonymous"];
  readonly stop: () => void;
}

interface JwtOptions {
  readonly flags: AuthenticationFlags;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<ProcessMetrics, "authenticationReloaded" | "tokenChecked">;
  readonly disallowedIssuers: readonly string[];
  readonly egress: Egress;
}

interface Compiled {
  readonly verifier: TokenVerifier;
  readonly anonymous: AuthenticationConfig["anonymous"];
}

/** @throws {StartupError} */
export async function loadJwt(options: JwtOptions): Promise<JwtAuthentication> {
  const { flags, clock, log } = options;
  const { authenticationConfig: path } = flags;
  const flagged = usesOidcFlags(flags);
  if (path === undefined) {
    const compiled = compile(options, { jwt: flagged ? [await configOfFlags(flags)] : [] });
    if (!compiled.ok) throw new StartupError(`--oidc-*: ${compiled.message}`);
    const { verifier } = compiled.value;
    return { verifier, anonymous: () => undefined, stop: () => undefined };
  }
  if (flagged) throw new StartupError("--authentication-config and --oidc-* flags are mutually exclusive");
  const watched: Watched<Compiled> = await loadWatched({
    flag: "--authentication-config",
    path,
    clock,
    log,
    observe: options.metrics.authenticationReloaded,
    parse: (source) => parse(options, source),
  });
  return {
    verifier: { verify: (token, question) => watched.current().verifier.verify(token, question) },
    anonymous: () => watched.current().anonymous,
    stop: watched.stop,
  };
}

function parse(options: JwtOptions, source: string): Parsed<Compiled> {
  const read = readAuthenticationConfig(source, options.dialect);
  if (!read.ok) return read;
  if (read.config.anonymous !== undefined && options.flags.anonymousAuth !== undefined)
    return {
      ok: false,
      message:
        "anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file",
    };
  return compile(options, read.config);
}

function compile(options: JwtOptions, config: AuthenticationConfig): Parsed<Compiled> {
  const compiled = compileAuthentication(config, options);
  if (!compiled.ok) return { ok: false, message: aggregateErrors(compiled.errors) };
  return { ok: true, value: { verifier: verifierOf(options, compiled.jwt), anonymous: config.anonymous } };
}

function verifierOf({ dialect, clock, log, metrics, egress }: JwtOptions, jwt: readonly CompiledJwt[]): TokenVerifier {
  const httpsGetFor = ({ certificateAuthority }: IssuerConfig) => createDocumentReader(certificateAuthority, egress);
  return jwtVerifier({ jwt, dialect, clock, log, httpsGetFor, observe: metrics.tokenChecked });
}

function usesOidcFlags(flags: AuthenticationFlags): boolean {
  return (
    flags.oidcIssuerUrl !== undefined ||
    flags.oidcClientId !== undefined ||
    flags.oidcCaFile !== undefined ||
    flags.oidcUsernameClaim !== undefined ||
    flags.oidcUsernamePrefix !== undefined ||
    flags.oidcGroupsClaim !== undefined ||
    flags.oidcGroupsPrefix !== undefined ||
    flags.oidcRequiredClaim.size > 0 ||
    flags.oidcSigningAlgs.length > 0
  );
}

/** The flags are a configuration of one issuer. @throws {StartupError} */
async function configOfFlags(flags: AuthenticationFlags): Promise<JwtConfig> {
  const { oidcIssuerUrl: url, oidcClientId: clientId, oidcCaFile: caFile, oidcUsernameClaim: claim = "sub" } = flags;
  if (url === undefined || clientId === undefined)
    throw new StartupError("--oidc-issuer-url and --oidc-client-id are given together when any --oidc-* flag is");
  const algorithms = flags.oidcSigningAlgs.length === 0 ? ["RS256"] : flags.oidcSigningAlgs;
  for (const algorithm of algorithms)
    if (!signingAlgorithms.includes(algorithm))
      throw new StartupError(`--oidc-signing-algs: ${quote(algorithm)} is none of ${signingAlgorithms.join(", ")}`);
  const { oidcGroupsClaim: groups = "", oidcGroupsPrefix: groupsPrefix = "" } = flags;
  return {
    issuer: {
      url,
      discoveryURL: "",
      certificateAuthority: caFile === undefined ? "" : await readFlagFile("--oidc-ca-file", caFile),
      audiences: [clientId],
      audienceMatchPolicy: "",
    },
    algorithms,
    claimValidationRules: [...flags.oidcRequiredClaim].map(([name, requiredValue]) => ({
      claim: name,
      requiredValue,
      expression: "",
      message: "",
    })),
    claimMappings: {
      username: { claim, prefix: usernamePrefix(flags, url, claim), expression: "" },
      groups: { claim: groups, prefix: groupsPrefix, expression: "" },
      uid: { claim: "", expression: "" },
      extra: [],
    },
    userValidationRules: [],
  };
}

/**
 * Users of different issuers must not collide, so only e-mail addresses have no prefix by default.
 */
function usernamePrefix({ oidcUsernamePrefix: prefix }: AuthenticationFlags, issuer: string, claim: string): string {
  if (prefix === "-") return "";
  if (prefix !== undefined && prefix !== "") return prefix;
  return claim === "email" ? "" : `${issuer}#`;
}
