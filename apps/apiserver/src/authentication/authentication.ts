import { randomBytes } from "node:crypto";
import type { ClientAuthentication } from "@svc/aggregation";
import {
  type Authenticator,
  bearerAuthenticator,
  bootstrapTokenVerifier,
  type ClusterObjects,
  clientCertificateAuthenticator,
  forAudiences,
  type LegacyTokenRequest,
  parseTokenFile,
  staticTokens,
  type TokenVerifier,
  type User,
  unionAuthenticator,
  unionVerifier,
  withAnonymous,
  withAuthenticatedGroup,
} from "@svc/authn";
import type { Clock, Log } from "@svc/base";
import type { ServiceAccountTokens } from "@svc/controlplane";
import type { Egress } from "@svc/http/client";
import type { Dialect } from "@svc/meta";
import { readFlagFile, StartupError } from "@svc/program";
import type { ServingFlags } from "../command-line/serving-flags.ts";
import type { Watched } from "../files/watched-file.ts";
import { type Identity, pkiDirOf } from "../identity/identity.ts";
import type { ProcessMetrics } from "../metrics/metrics.ts";
import { type Bundle, fixedBundle, joinBundles, loadBundle } from "./client-authorities.ts";
import type { AuthenticationFlags } from "./flags.ts";
import { loadJwt } from "./jwt.ts";
import { loadRequestHeaders } from "./request-header.ts";
import { loadServiceAccounts } from "./service-accounts.ts";
import { loadTokenWebhook } from "./webhook.ts";

/** Authentication as the flags configure it. */
export interface Authentication {
  readonly authenticator: (objects: ClusterObjects) => Authenticator;
  readonly serviceAccountTokens: ServiceAccountTokens;
  /** Makes tokens that live in Secrets. */
  readonly secretToken: (requested: LegacyTokenRequest) => Promise<string>;
  readonly apiAudiences: readonly string[];
  /** The authentication settings that are published for extension servers. */
  readonly published: ClientAuthentication;
  /** The certificate authorities of clients and of authenticating proxies. */
  readonly clientAuthorities: Watched<Bundle>;
  /** The credential of the controllers in this process. */
  readonly controllerToken: string;
  stop(): void;
}

interface AuthenticationOptions {
  readonly flags: AuthenticationFlags & ServingFlags & { readonly authorizationMode?: readonly string[] };
  readonly identity: Identity;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly egress: Egress;
  readonly metrics: Pick<
    ProcessMetrics,
    | "authenticationReloaded"
    | "certificateAccepted"
    | "clientCalled"
    | "measureTokens"
    | "serviceAccountToken"
    | "tokenChecked"
  >;
  /** The URL of this server, once it is known. */
  readonly serverUrl: () => string;
}

/** Loads all that the flags name. @throws {StartupError} */
export async function createAuthentication(options: AuthenticationOptions): Promise<Authentication> {
  const { flags, identity, dialect, clock, log } = options;
  const controllerToken = randomBytes(32).toString("base64url");
  const serviceAccounts = await loadServiceAccounts({ ...options, pkiDir: pkiDirOf(flags) });
  const tokenFile = await loadTokenFile(options);
  const jwt = await loadJwt({ ...options, disallowedIssuers: serviceAccounts.issuers });
  const proxies = await loadRequestHeaders(flags, { clock, log });
  const { audiences } = serviceAccounts;
  const { egress, metrics } = options;
  const webhook = await loadTokenWebhook(flags, { dialect, clock, egress, metrics, apiAudiences: audiences });
  const { clientCaFile: path } = flags;
  const clients = joinBundles([
    fixedBundle(identity.authority.certificate),
    ...(path === undefined ? [] : [await loadBundle({ flag: "--client-ca-file", path, clock, log })]),
  ]);
  const own = bearerAuthenticator(
    forAudiences(
      staticTokens([
        [identity.adminToken, privileged("admin")],
        [controllerToken, privileged(`system:${dialect.systemPrefix}-controller-manager`)],
      ]),
      audiences,
    ),
  );
  const certificates = clientCertificateAuthenticator({
    dialect,
    clock,
    authorities: () => clients.current().certificates,
    onAccepted: options.metrics.certificateAccepted,
  });
  const allowsAll = flags.authorizationMode?.includes("AlwaysAllow") === true;
  if (allowsAll && flags.anonymousAuth !== false)
    log.warn("anonymous requests are refused, since everybody may do everything");
  const authenticator = (objects: ClusterObjects): Authenticator => {
    const ours = (verifier: TokenVerifier): TokenVerifier => forAudiences(verifier, audiences);
    const tokens = unionVerifier([
      ...tokenFile.map(ours),
      metrics.measureTokens(serviceAccounts.verifier(objects)),
      ...(flags.enableBootstrapTokenAuth ? [ours(bootstrapTokenVerifier({ dialect, clock, objects }))] : []),
      metrics.measureTokens(ours(jwt.verifier)),
      ...webhook.map(metrics.measureTokens),
    ]);
    const bearer = bearerAuthenticator(tokens, { audiences, websocket: dialect });
    const all = [own, ...(proxies === undefined ? [] : [proxies.authenticator]), certificates, bearer];
    const authenticated = withAuthenticatedGroup(unionAuthenticator(all));
    return withAnonymous(authenticated, () =>
      allowsAll ? { enabled: false } : (jwt.anonymous() ?? { enabled: flags.anonymousAuth ?? true }),
    );
  };
  const clientAuthorities = proxies === undefined ? clients : joinBundles([clients, proxies.bundle]);
  return {
    authenticator,
    serviceAccountTokens: serviceAccounts.tokens,
    secretToken: serviceAccounts.secretToken,
    apiAudiences: audiences,
    published: {
      current: () => ({ "client-ca-file": clients.current().pem, ...proxies?.published() }),
      onChange: (listener) => clientAuthorities.onChange(listener),
    },
    clientAuthorities,
    controllerToken,
    stop: () => {
      clientAuthorities.stop();
      jwt.stop();
    },
  };
}

function privileged(name: string): User {
  return { name, uid: "", groups: ["system:masters"], extra: {} };
}

async function loadTokenFile({ flags, log }: AuthenticationOptions): Promise<readonly TokenVerifier[]> {
  const { tokenAuthFile: path } = flags;
  if (path === undefined) return [];
  const result = parseTokenFile(await readFlagFile("--token-auth-file", path));
  if (!result.ok) throw new StartupError(`--token-auth-file: ${path}: ${result.message}`);
  for (const warning of result.warnings) log.warn("a line of the token file is odd", { path, warning });
  return [result.verifier];
}
