import type { IssuerDiscovery } from "@svc/authn";
import { namesOne } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import { StatusError } from "@svc/meta";
import type { PathHandler } from "../dispatch.ts";
import type { RequestState } from "../request-state.ts";
import { methodNotServed } from "../resources/endpoint.ts";
import type { ServiceAccountTokens } from "./service-account-tokens.ts";

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

/** Where others find out how to check tokens of this server. */
export const issuerPaths: readonly string[] = [configuration.path, keySet.path];

/** By first segment. Nothing is there where nothing is published. */
export function issuerHandlers(
  discovery: ServiceAccountTokens["discovery"],
): readonly (readonly [string, PathHandler])[] {
  const answers =
    (published: Published): PathHandler =>
    (state) => {
      const { path } = state.info;
      const found = path === published.path || path === `${published.path}/` ? discovery?.() : undefined;
      return found && document(state, published, found);
    };
  return [
    [".well-known", answers(configuration)],
    ["openid", answers(keySet)],
  ];
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
