import { boolean, duration, list, pairs, type Shape, several } from "../flag-shapes.ts";

/** Who is believed, and why. */
export interface AuthenticationFlags {
  readonly clientCaFile?: string;
  readonly tokenAuthFile?: string;
  /** Undefined where nobody says. */
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
  /** Empty where nobody says. */
  readonly oidcSigningAlgs: readonly string[];
}

type Add = (flags: string, description: string, shape?: Shape) => void;

export function addAuthenticationFlags(add: Add): void {
  add("--client-ca-file <path>", "who may sign certificates of clients, PEM, beside the server's own authority");
  add("--token-auth-file <path>", 'static tokens: token,user,uid,"group1,group2" a line');
  add("--anonymous-auth [bool]", "whether requests without credentials are anonymous (default: true)", boolean());
  add("--api-audiences <names>", "for whom tokens must be made, comma-separated (default: the issuers)", list([]));
  add(
    "--enable-bootstrap-token-auth [bool]",
    "whether machines may join with tokens that are secrets of the system namespace",
    boolean(false),
  );
  addServiceAccountFlags(add);
  addRequestHeaderFlags(add);
  addOidcFlags(add);
  addWebhookFlags(add);
}

function addServiceAccountFlags(add: Add): void {
  add(
    "--service-account-issuer <name>",
    "may be given several times: the first signs, all are believed (default: https://kubernetes.default.svc)",
    several(),
  );
  add(
    "--service-account-key-file <path>",
    "keys that verify tokens, PEM, public or private; may be given several times",
    several(),
  );
  add(
    "--service-account-signing-key-file <path>",
    "the key that signs tokens (default: <data-dir>/pki/service-accounts.key)",
  );
  add("--service-account-lookup [bool]", "whether tokens go when the objects go that they are bound to", boolean(true));
  add(
    "--service-account-max-token-expiration <duration>",
    "the longest life of a token; 0s is no bound",
    duration("0s"),
  );
  add(
    "--service-account-extend-token-expiration [bool]",
    "whether tokens that pods get for this server live a year, and warn when they should have been renewed",
    boolean(true),
  );
  add("--service-account-jwks-uri <url>", "where others find the keys, https (default: this server)");
}

function addRequestHeaderFlags(add: Add): void {
  add(
    "--requestheader-client-ca-file <path>",
    "who may sign certificates of proxies that say who their clients are, PEM",
  );
  add("--requestheader-allowed-names <names>", "common names of such proxies, comma-separated; none: any", list([]));
  add("--requestheader-username-headers <names>", "where they put the name: X-Remote-User", list([]));
  add("--requestheader-uid-headers <names>", "where they put the uid: X-Remote-Uid", list([]));
  add("--requestheader-group-headers <names>", "where they put groups: X-Remote-Group", list([]));
  add(
    "--requestheader-extra-headers-prefix <prefixes>",
    "what headers for all else begin with: X-Remote-Extra-",
    list([]),
  );
}

function addOidcFlags(add: Add): void {
  add("--authentication-config <path>", "an AuthenticationConfiguration: issuers of tokens, anonymous requests");
  add("--oidc-issuer-url <url>", "an OpenID Connect issuer whose ID tokens are believed, https");
  add("--oidc-client-id <id>", "for whom those tokens must be");
  add("--oidc-ca-file <path>", "who may sign the issuer's certificate, PEM (default: whom the platform trusts)");
  add("--oidc-username-claim <claim>", "what is the name of the user (default: sub)");
  add("--oidc-username-prefix <text>", "what stands before it; - for nothing (default: <issuer>#, of email nothing)");
  add("--oidc-groups-claim <claim>", "what are the groups");
  add("--oidc-groups-prefix <text>", "what stands before each");
  add("--oidc-required-claim <key=value>", "what a token must claim; may be given several times", pairs());
  add("--oidc-signing-algs <names>", "algorithms of signatures, comma-separated (default: RS256)", list([]));
}

function addWebhookFlags(add: Add): void {
  add(
    "--authentication-token-webhook-config-file <path>",
    "a kubeconfig: whom to ask whose a token is that nobody here knows",
  );
  add("--authentication-token-webhook-version <version>", "in which version of TokenReview", (o) =>
    o.choices(["v1", "v1beta1"]).default("v1beta1"),
  );
  add("--authentication-token-webhook-cache-ttl <duration>", "how long answers are remembered", duration("2m"));
}
