import type { IssuerDiscovery } from "@svc/authn";
import { namesOne } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import { StatusError } from "@svc/meta";
import { type ExtensionPath, methodNotServed, type PathHandler, type RequestState } from "@svc/server";
import type { ServiceAccountTokens } from "../options/service-account-tokens.ts";

interface Published {
  readonly path: string;
  readonly mediaType: string;
  readonly body: (discovery: IssuerDiscovery) => string;
}

const configuration: Published = {
  path: "/.well-known/openid-configuration",
  mediaType: "application/json",
  body: (d) => d.configuration,
};
const keySet: Published = { path: "/openid/v1/jwks", mediaType: "application/jwk-set+json", body: (d) => d.keySet };

/**
 * The discovery document and the keys for verifying tokens of this server, by first path segment.
 * Empty if they are not published.
 */
export function issuerPaths(discovery: ServiceAccountTokens["discovery"]): ReadonlyMap<string, ExtensionPath> {
  const answers =
    (published: Published): PathHandler =>
    (state) => {
      const { path } = state.info;
      const found = path === published.path || path === `${published.path}/` ? discovery?.() : undefined;
      return found && document(state, published, found);
    };
  const pathOf = (published: Published): ExtensionPath => ({
    handler: answers(published),
    index: () => (discovery?.() === undefined ? [] : [published.path]),
  });
  return new Map([
    [".well-known", pathOf(configuration)],
    ["openid", pathOf(keySet)],
  ]);
}

function document(
  { request, info }: RequestState,
  { mediaType, body }: Published,
  discovery: IssuerDiscovery,
): HttpResponse {
  if (info.method !== "GET") throw methodNotServed();
  if (!namesOne(request.header("accept"), [mediaType])) {
    throw new StatusError({
      code: 406,
      reason: "NotAcceptable",
      message: `406: Not Acceptable\n\nAvailable representations: ${mediaType}`,
      details: {},
    });
  }
  return {
    status: 200,
    headers: ["Content-Type", mediaType, "Cache-Control", discovery.cacheControl],
    body: Buffer.from(body(discovery)),
  };
}
