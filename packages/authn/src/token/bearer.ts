import { aString, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { AuthenticationRequest, AuthenticationResult, Authenticator } from "../authenticator.ts";
import { aTokenVerifier } from "../expected.ts";
import type { TokenVerifier, VerifyOptions } from "./token-verifier.ts";

/** Options of `bearerAuthenticator`. */
export interface BearerOptions {
  /** Required audiences when the request names none. @default any audience */
  readonly audiences?: readonly string[];
  /**
   * Where browsers may put a token when they open a websocket: the dialect names it.
   * @default nowhere
   */
  readonly websocket?: Dialect;
}

const absent: AuthenticationResult = { kind: "absent" };
const extraSpace = "the provided Authorization header contains extra space before the bearer token, and is ignored";

const bearerOptions = optionsOf<BearerOptions>({
  audiences: optional(listOf(aString)),
  websocket: optional(aDialect),
});

const expectedVerifier = aTokenVerifier;

/**
 * Authenticates the token in `Authorization: Bearer …` with a verifier. Source: RFC 6750 section
 * 2.1.
 * @throws {TypeError} for a wrong argument
 */
export function bearerAuthenticator(verifier: TokenVerifier, options: BearerOptions = {}): Authenticator {
  checkArgument("bearerAuthenticator: verifier", verifier, expectedVerifier);
  checkArgument("bearerAuthenticator: options", options, bearerOptions);
  const protocol = options.websocket?.expand("base64url.bearer.authorization.{api}.");
  return {
    authenticate: (request) => {
      const found = tokenIn(request) ?? (protocol === undefined ? undefined : websocketToken(request, protocol));
      if (found === undefined) return absent;
      if (found.token === "") return { kind: "absent", warnings: [extraSpace] };
      const result = verifier.verify(found.token, new Question(request, options));
      return result instanceof Promise ? result.then(unknownIsRejected) : unknownIsRejected(result);
    },
  };
}

class Question implements VerifyOptions {
  readonly audiences: readonly string[];
  readonly #request: AuthenticationRequest;

  constructor(request: AuthenticationRequest, { audiences }: BearerOptions) {
    this.audiences = request.audiences ?? audiences ?? [];
    this.#request = request;
  }

  /** Read only when needed: creating the signal has a cost. */
  get signal(): AbortSignal | undefined {
    return this.#request.signal;
  }
}

/** An unknown token is an invalid credential. */
function unknownIsRejected(result: AuthenticationResult): AuthenticationResult {
  return result.kind === "absent" ? { kind: "rejected", reason: "invalid bearer token" } : result;
}

/** Returns undefined without a token; an empty one if only spaces follow the scheme. */
function tokenIn(request: AuthenticationRequest): { readonly token: string } | undefined {
  const header = request.header("authorization")?.trim() ?? "";
  if (!/^bearer /i.test(header)) return undefined;
  const [token = ""] = header.slice("bearer ".length).split(" ", 1);
  return { token };
}

/**
 * Browsers cannot set headers on WebSockets, but they can set sub-protocols; the token needs
 * another protocol next to it.
 */
function websocketToken(request: AuthenticationRequest, prefix: string): { readonly token: string } | undefined {
  if (request.header("upgrade")?.toLowerCase() !== "websocket") return undefined;
  const protocols = request
    .headerLines("sec-websocket-protocol")
    .flatMap((line) => line.split(","))
    .map((p) => p.trim());
  const carrier = protocols.find((p) => p.startsWith(prefix));
  if (carrier === undefined || protocols.every((p) => p.startsWith(prefix))) return undefined;
  const encoded = carrier.slice(prefix.length);
  if (!/^[A-Za-z0-9_-]+$/.test(encoded)) return undefined;
  const token = Buffer.from(encoded, "base64url").toString("utf8");
  return token === "" ? undefined : { token };
}
