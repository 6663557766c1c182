import { type AddFlag, boolean, duration, list, pairs, several } from "@svc/program";

/** Flags of the authentication of requests. */
export interface AuthenticationFlags {
  readonly clientCaFile?: string;
  readonly tokenAuthFile?: string;
  /** Undefined if the flag is not given. */
  readonly anonymousAuth?: boolean;
  readonly apiAudiences: readonly string[];
  readonly serviceAccountIssuer: readonly string[];
  readonly serviceAccountKeyFile: readonly string[];
  readonly serviceAccountSigningKeyFile?: string;
  readonly serviceAccountLookup: boolean;
  readonly serviceAccountMaxTokenExpiration: number;
  readonly serviceAccountExtendTokenExpiration: boolean;
  readonly serviceAccountJwksUri?: string;
  readonly enableBootstrapTokenAuth: boolean;
  readonly requestheaderClientCaFile?: string;
  readonly requestheaderAllowedNames: readonly string[];
  readonly requestheaderUsernameHeaders: readonly string[];
  readonly requestheaderUidHeaders: readonly string[];
  readonly requestheaderGroupHeaders: readonly string[];
  readonly requestheaderExtraHeadersPrefix: readonly string[];
  readonly authenticationTokenWebhookConfigFile?: string;
  readonly authenticationTokenWebhookVersion: "v1" | "v1beta1";
  readonly authenticationTokenWebhookCacheTtl: number;
  readonly authenticationConfig?: string;
  readonly oidcIssuerUrl?: string;
  readonly oidcClientId?: string;
  readonly oidcCaFile?: string;
  readonly oidcUsernameClaim?: string;
  readonly oidcUsernamePrefix?: string;
  readonly oidcGroupsClaim?: string;
  readonly oidcGroupsPrefix?: string;
  readonly oidcRequiredClaim: ReadonlyMap<string, string>;
  /** Empty if the flag is not given. */
  readonly oidcSigningAlgs: readonly string[];
}

export function addAuthenticationFlags(add: AddFlag): void {
  add(
    "--client-ca-file <path>",
    "PEM file with further certificate authorities of client certificates, besides the server's own",
  );
  add("--token-auth-file <path>", 'CSV file with static tokens, one per line: token,user,uid,"group1,group2"');
  add("--anonymous-auth [bool]", "accept requests without credentials as system:anonymous (default: true)", boolean());
  add(
    "--api-audiences <names>",
    "comma-separated audiences of service account tokens (default: the issuers)",
    list([]),
  );
  add(
    "--enable-bootstrap-token-auth [bool]",
    "accept bootstrap tokens, which are Secrets of the system namespace",
    boolean(false),
  );
  addServiceAccountFlags(add);
  addRequestHeaderFlags(add);
  addOidcFlags(add);
  addWebhookFlags(add);
}

function addServiceAccountFlags(add: AddFlag): void {
  add(
    "--service-account-issuer <name>",
    "issuer of service account tokens; repeatable: the first issues tokens, all are accepted (default: https://kubernetes.default.svc)",
    several(),
  );
  add(
    "--service-account-key-file <path>",
    "PEM file with keys, public or private, that verify service account tokens; repeatable",
    several(),
  );
  add(
    "--service-account-signing-key-file <path>",
    "PEM file with the key that signs service account tokens (default: <data-dir>/pki/service-accounts.key)",
  );
  add(
    "--service-account-lookup [bool]",
    "reject tokens whose service account, Pod, Secret or Node is deleted",
    boolean(true),
  );
  add(
    "--service-account-max-token-expiration <duration>",
    "maximum lifetime of a token; 0s for no limit",
    duration("0s"),
  );
  add(
    "--service-account-extend-token-expiration [bool]",
    "extend the tokens of pods to a year, with a warning once they should have been renewed",
    boolean(true),
  );
  add(
    "--service-account-jwks-uri <url>",
    "https URL of the public keys in the discovery document of the issuer (default: of this server)",
  );
}

function addRequestHeaderFlags(add: AddFlag): void {
  add("--requestheader-client-ca-file <path>", "PEM file with the certificate authorities of authenticating proxies");
  add(
    "--requestheader-allowed-names <names>",
    "comma-separated common names of authenticating proxies; empty for any",
    list([]),
  );
  add(
    "--requestheader-username-headers <names>",
    "comma-separated headers with the user name, as X-Remote-User",
    list([]),
  );
  add("--requestheader-uid-headers <names>", "comma-separated headers with the uid, as X-Remote-Uid", list([]));
  add("--requestheader-group-headers <names>", "comma-separated headers with groups, as X-Remote-Group", list([]));
  add(
    "--requestheader-extra-headers-prefix <prefixes>",
    "comma-separated prefixes of headers with extra values, as X-Remote-Extra-",
    list([]),
  );
}

function addOidcFlags(add: AddFlag): void {
  add("--authentication-config <path>", "file with an AuthenticationConfiguration: JWT issuers, anonymous requests");
  add("--oidc-issuer-url <url>", "https URL of the OpenID Connect issuer whose ID tokens are accepted");
  add("--oidc-client-id <id>", "client ID that must be an audience of the ID tokens");
  add(
    "--oidc-ca-file <path>",
    "PEM file with the certificate authorities of the issuer (default: those of the platform)",
  );
  add("--oidc-username-claim <claim>", "claim with the user name (default: sub)");
  add(
    "--oidc-username-prefix <text>",
    "prefix of user names; - for none (default: <issuer>#, or none for the claim email)",
  );
  add("--oidc-groups-claim <claim>", "claim with the groups");
  add("--oidc-groups-prefix <text>", "prefix of groups");
  add("--oidc-required-claim <key=value>", "claim and value that the ID tokens must have; repeatable", pairs());
  add(
    "--oidc-signing-algs <names>",
    "comma-separated signature algorithms that are accepted (default: RS256)",
    list([]),
  );
}

function addWebhookFlags(add: AddFlag): void {
  add(
    "--authentication-token-webhook-config-file <path>",
    "kubeconfig with the URL and the credentials of the TokenReview webhook",
  );
  add("--authentication-token-webhook-version <version>", "API version of the TokenReviews", (o) =>
    o.choices(["v1", "v1beta1"]).default("v1beta1"),
  );
  add(
    "--authentication-token-webhook-cache-ttl <duration>",
    "time for which responses of the webhook are cached",
    duration("2m"),
  );
}
