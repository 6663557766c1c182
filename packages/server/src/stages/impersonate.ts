import { headerText } from "@svc/authn";
import type { Attributes, Authorizer, User } from "@svc/authz";
import type { HttpResponse } from "@svc/http";
import { type Dialect, dns1123Label, dns1123Subdomain } from "@svc/meta";
import { serverErrorResponse } from "../encode/responses.ts";
import type { RequestContent, RequestState } from "../request/request-state.ts";
import type { Next, Stage } from "../request/stage.ts";
import { denied } from "./authorize.ts";

const extraPrefix = "impersonate-extra-";
const serviceAccountPrefix = "system:serviceaccount:";

interface ImpersonationCheck {
  readonly resource: string;
  readonly subresource?: string;
  readonly name: string;
  readonly namespace?: string;
  readonly group?: string;
}

/** Impersonation: authorizes each part of the requested identity separately. */
export function impersonationStage(authorizer: Authorizer, dialect: Dialect): Stage {
  const authenticationGroup = dialect.expand("authentication.{api}");
  const become = async (state: RequestState, next: Next, requested: Impersonated): Promise<HttpResponse> => {
    for (const check of checksOf(requested, authenticationGroup)) {
      const attributes = attributesOf(state.user, check);
      const decision = await authorizer.authorize(attributes, state.request);
      if (decision.verdict === "allow") continue;
      state.refusal = { by: "impersonation", reason: decision.reason ?? "" };
      throw denied(attributes, decision.reason);
    }
    state.realUser = state.user;
    state.user = impersonated(requested);
    return next(state);
  };
  return (state, next) => {
    const { request } = state;
    if (!request.headerNames().some((name) => name.startsWith("impersonate-"))) return next(state);
    const requested: Impersonated = {
      // Header lines are not joined: the first of several users counts.
      name: textsOf(request, "impersonate-user")[0] ?? "",
      groups: textsOf(request, "impersonate-group"),
      uid: textsOf(request, "impersonate-uid")[0] ?? "",
      extra: extraOf(request),
    };
    if (requested.name !== "") return become(state, next, requested);
    if (requested.groups.length === 0 && requested.uid === "" && requested.extra.size === 0) return next(state);
    const parts = [...checksOf(requested, authenticationGroup)].slice(1).map(shown);
    const why = `requested [${parts.join(" ")}] without impersonating a user`;
    return serverErrorResponse(state.info.target, why);
  };
}

const kindsOfParts: ReadonlyMap<string, string> = new Map([
  ["groups", "Group"],
  ["uids", "UID"],
  ["userextras", "UserExtra"],
]);

/** Formats the requested access as the original does. */
function shown({ resource, subresource = "", name, namespace = "", group = "" }: ImpersonationCheck): string {
  const apiVersion = group === "" ? "" : `${group}/v1`;
  return `{${kindsOfParts.get(resource) ?? "User"} ${namespace} ${name}  ${apiVersion}  ${subresource}}`;
}

interface Impersonated {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid: string;
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

function* checksOf(
  { name, groups, uid, extra }: Impersonated,
  authenticationGroup: string,
): Generator<ImpersonationCheck> {
  const account = serviceAccountOf(name);
  if (account === undefined) yield { resource: "users", name };
  else yield { resource: "serviceaccounts", name: account.name, namespace: account.namespace };
  for (const group of groups) yield { resource: "groups", name: group };
  for (const [key, values] of extra)
    for (const value of values)
      yield { resource: "userextras", subresource: key, name: value, group: authenticationGroup };
  if (uid !== "") yield { resource: "uids", name: uid, group: authenticationGroup };
}

function attributesOf(
  user: User,
  { resource, subresource = "", name, namespace = "", group = "" }: ImpersonationCheck,
): Attributes {
  return {
    user,
    verb: "impersonate",
    isResource: true,
    group,
    version: "v1",
    resource,
    subresource,
    name,
    namespace,
    path: "",
  };
}

function impersonated({ name, groups, uid, extra }: Impersonated): User {
  const account = serviceAccountOf(name);
  const own =
    groups.length === 0 && account !== undefined
      ? ["system:serviceaccounts", `system:serviceaccounts:${account.namespace}`]
      : [...groups];
  const anonymous = name === "system:anonymous";
  const general = anonymous ? "system:unauthenticated" : "system:authenticated";
  // Either group is enough for a user with a name.
  const isInOther = !anonymous && own.includes("system:unauthenticated");
  if (!isInOther && !own.includes(general)) own.push(general);
  return { name, uid, groups: own, extra: Object.fromEntries(extra) };
}

function serviceAccountOf(name: string): { readonly namespace: string; readonly name: string } | undefined {
  if (!name.startsWith(serviceAccountPrefix)) return undefined;
  const [namespace = "", account = "", ...more] = name.slice(serviceAccountPrefix.length).split(":");
  const valid = more.length === 0 && dns1123Label(namespace).length === 0 && dns1123Subdomain(account).length === 0;
  return valid ? { namespace, name: account } : undefined;
}

function textsOf(request: RequestContent, header: string): readonly string[] {
  return request.headerLines(header).map(headerText);
}

function extraOf(request: RequestContent): ReadonlyMap<string, readonly string[]> {
  const extra = new Map<string, readonly string[]>();
  for (const header of request.headerNames()) {
    if (!header.startsWith(extraPrefix)) continue;
    const key = unescapeKey(header.slice(extraPrefix.length));
    extra.set(key, textsOf(request, header));
  }
  return extra;
}

/** Keys are percent-encoded; an invalid encoding is used as it is. */
function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
