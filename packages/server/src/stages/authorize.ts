import type { Attributes, Authorizer, Decision } from "@svc/authz";
import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { forbiddenError, internalError, quote, StatusError } from "@svc/meta";
import type { FeatureGates } from "@svc/schema";
import { textAnswer } from "../encode/answers.ts";
import { markupSafe } from "../encode/markup.ts";
import type { Stage } from "../pipeline.ts";
import type { RequestState } from "../request-state.ts";
import { selectorAttributes } from "./selector-attributes.ts";

type Asking = Pick<RequestState, "user" | "info" | "request">;

/** What a request wants, as authorizers see it. */
export function attributesOf({ user, info }: Pick<RequestState, "user" | "info">): Attributes {
  const { verb, isResource, group, version, resource, subresource, name, namespace, path } = info;
  return { user, verb, isResource, group, version, resource, subresource, name, namespace, path };
}

/** What an authorizer needs of the server. */
interface AuthorizationParts {
  readonly authorizer: Authorizer;
  readonly gates: FeatureGates;
  /** Told what was decided of a request. */
  readonly decided?: (state: RequestState, decision: Decision) => void;
}

/** Lets through what somebody allows. @throws {StatusError} 403 where nobody does */
export function authorizationStage(parts: AuthorizationParts): Stage {
  return (state) =>
    decide(parts, state, {
      onError: (error) => undecided(state, error),
      told: (decision) => parts.decided?.(state, decision),
    });
}

/**
 * The same for what a request turns out to want.
 * @throws {StatusError} 403; 500 where who should have decided could not
 */
export function authorize(parts: AuthorizationParts, state: Asking): MaybePromise<void> {
  return decide(parts, state, {
    onError: (error): never => {
      throw internalError(error);
    },
  });
}

const selectingVerbs: ReadonlySet<string> = new Set(["list", "watch", "deletecollection"]);

function decide<T>(
  { authorizer, gates }: AuthorizationParts,
  state: Asking,
  { onError, told }: { readonly onError: (error: string) => T; readonly told?: (decision: Decision) => void },
): MaybePromise<T | undefined> {
  const plain = attributesOf(state);
  const selecting = plain.isResource && selectingVerbs.has(plain.verb) && gates.enabled("AuthorizeWithSelectors");
  const attributes = selecting ? { ...plain, ...selectorAttributes(state.info.query) } : plain;
  const enforce = (decision: Decision): T | undefined => {
    told?.(decision);
    const { verdict, reason, error } = decision;
    if (verdict === "allow") return undefined;
    if (error !== undefined) return onError(error);
    throw denied(attributes, reason);
  };
  const decision = authorizer.authorize(attributes, state.request);
  return decision instanceof Promise ? decision.then(enforce) : enforce(decision);
}

/**
 * Somebody who should have decided could not: that is no refusal, and the client may come again.
 */
function undecided({ info }: Asking, error: string): HttpResponse {
  return textAnswer(500, `Internal Server Error: ${markupSafe(quote(info.target))}: ${markupSafe(error)}\n`);
}

/** A request that nobody allows. */
export class AccessDeniedError extends StatusError {}

export function denied(attributes: Attributes, reason: string): AccessDeniedError {
  const { user, verb, isResource, group, resource, subresource, name, namespace, path } = attributes;
  const who = `User ${quote(user.name)} cannot ${verb}`;
  const why = reason === "" ? "" : `: ${reason}`;
  if (!isResource) {
    return new AccessDeniedError({
      code: 403,
      reason: "Forbidden",
      message: `forbidden: ${markupSafe(`${who} path ${quote(path)}`)}${why}`,
      details: {},
    });
  }
  const what = subresource === "" ? resource : `${resource}/${subresource}`;
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${quote(namespace)}`;
  const text = markupSafe(`${who} resource ${quote(what)} in API group ${quote(group)} ${where}`);
  const { code, reason: status, message, details } = forbiddenError({ group, resource, name }, `${text}${why}`);
  return new AccessDeniedError({ code, reason: status, message, details });
}
