import { type AuthenticationRequest, completeUser, type User } from "@svc/authn";
import { type ApiObject, badRequest, formatTime } from "@svc/meta";
import type { ExtensionContext, SubresourceHandler } from "@svc/server";

interface UserInfo {
  username?: string;
  uid?: string;
  groups?: readonly string[];
  extra?: Readonly<Record<string, readonly string[]>>;
}

interface TokenReview extends ApiObject {
  spec: { token?: string; audiences?: readonly string[] };
  status?: { authenticated?: boolean; user?: UserInfo; audiences?: readonly string[]; error?: string };
}

/** `TokenReview`: authenticates a token. */
export function tokenReview(
  { authenticator, requests }: ExtensionContext,
  apiAudiences: readonly string[],
): SubresourceHandler {
  return (state, route) =>
    requests.performAction<TokenReview>(state, route, {
      check: ({ spec }) => {
        if ((spec.token ?? "") === "") throw badRequest("token is required for TokenReview in authentication");
      },
      act: async ({ object }) => {
        const { token = "", audiences = [] } = object.spec;
        const requested = audiences.length === 0 ? apiAudiences : audiences;
        const result = await authenticator.authenticate(requestWith(token, requested));
        const accepted = result.kind === "authenticated" ? intersect(requested, result.audiences ?? apiAudiences) : [];
        // Fields of a sent status that the outcome leaves open remain in the response.
        const sent = { ...object.status };
        delete sent.authenticated;
        object.status =
          result.kind === "authenticated" && (accepted.length > 0 || requested.length === 0)
            ? {
                ...sent,
                authenticated: true,
                user: userInfo(completeUser(result.user)),
                ...(accepted.length === 0 ? {} : { audiences: accepted }),
              }
            : {
                ...sent,
                user: sent.user ?? {},
                error: result.kind === "rejected" ? result.reason : "invalid bearer token",
              };
        return { object };
      },
    });
}

/** A request that has nothing but a token. */
function requestWith(token: string, audiences: readonly string[]): AuthenticationRequest {
  const header = (name: string): string | undefined => (name === "authorization" ? `Bearer ${token}` : undefined);
  return {
    header,
    headerLines: (name) => [header(name) ?? []].flat(),
    path: "",
    remoteAddress: "",
    peerCertificates: () => [],
    audiences,
  };
}

function intersect(a: readonly string[], b: readonly string[]): readonly string[] {
  return a.filter((x) => b.includes(x));
}

function userInfo({ name, uid, groups, extra }: User): UserInfo {
  return {
    ...(name === "" ? {} : { username: name }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/** `SelfSubjectReview`: the authenticated user. */
export function selfSubjectReview({ local, requests }: ExtensionContext): SubresourceHandler {
  return (state, route) =>
    requests.performAction(state, route, {
      act: () => ({
        object: {
          metadata: { creationTimestamp: formatTime(local.environment.clock.now()) },
          status: { userInfo: userInfo(state.user) },
        },
      }),
    });
}
