import { boolean, duration, list, type Shape, several } from "../flag-shapes.ts";

/** Who is believed, and why. */
export interface AuthenticationFlags {
  readonly clientCaFile?: string;
  readonly tokenAuthFile?: string;
  readonly anonymousAuth: boolean;
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
}

type Add = (flags: string, description: string, shape?: Shape) => void;

export function addAuthenticationFlags(add: Add): void {
  add("--client-ca-file <path>", "who may sign certificates of clients, PEM, beside the server's own authority");
  add("--token-auth-file <path>", 'static tokens: token,user,uid,"group1,group2" a line');
  add("--anonymous-auth [bool]", "whether requests without credentials are anonymous", boolean(true));
  add("--api-audiences <names>", "for whom tokens must be made, comma-separated (default: the issuers)", list([]));
  add(
    "--enable-bootstrap-token-auth [bool]",
    "whether machines may join with tokens that are secrets of the system namespace",
    boolean(false),
  );
  addServiceAccountFlags(add);
  addRequestHeaderFlags(add);
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
