import type { Attributes, Authorizer, Decision } from "@svc/authz";
import { forbiddenError, StatusError } from "@svc/meta";
import type { RequestState } from "../request-state.ts";

type MaybePromise<T> = T | Promise<T>;

/** What a request wants, as authorizers see it. */
export function attributesOf({ user, info }: Pick<RequestState, "user" | "info">): Attributes {
  const { verb, isResource, group, version, resource, subresource, name, namespace, path } = info;
  return { user, verb, isResource, group, version, resource, subresource, name, namespace, path };
}

/** @throws {StatusError} 403 where nobody allows it */
export function authorize(
  { authorizer }: { readonly authorizer: Authorizer },
  state: Pick<RequestState, "user" | "info" | "request">,
): MaybePromise<void> {
  const attributes = attributesOf(state);
  const decision = authorizer.authorize(attributes, state.request.signal);
  return decision instanceof Promise ? decision.then((d) => enforce(attributes, d)) : enforce(attributes, decision);
}

function enforce(attributes: Attributes, { verdict, reason }: Decision): void {
  if (verdict !== "allow") throw denied(attributes, reason);
}

/** A request that nobody allows. */
export class AccessDeniedError extends StatusError {}

export function denied(attributes: Attributes, reason: string): AccessDeniedError {
  const { user, verb, isResource, group, resource, subresource, name, namespace, path } = attributes;
  const who = `User ${JSON.stringify(user.name)} cannot ${verb}`;
  const why = reason === "" ? "" : `: ${reason}`;
  if (!isResource) {
    return new AccessDeniedError({
      code: 403,
      reason: "Forbidden",
      message: `forbidden: ${markupSafe(`${who} path ${JSON.stringify(path)}`)}${why}`,
      details: {},
    });
  }
  const what = subresource === "" ? resource : `${resource}/${subresource}`;
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
  const text = markupSafe(`${who} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}`);
  const { code, reason: status, message, details } = forbiddenError({ group, resource, name }, `${text}${why}`);
  return new AccessDeniedError({ code, reason: status, message, details });
}

/** Names of clients come back in the answer: nobody is to take them for markup. */
function markupSafe(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
