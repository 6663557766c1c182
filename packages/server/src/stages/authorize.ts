import type { Attributes, Authorizer, Decision } from "@svc/authz";
import type { Clock, MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { type Dialect, forbiddenError, internalError, quote } from "@svc/meta";
import type { FeatureGates } from "@svc/schema";
import { markupSafe } from "../encode/markup.ts";
import { serverErrorResponse } from "../encode/responses.ts";
import type { AuthorizationMetrics } from "../metrics/access-metrics.ts";
import { AccessDeniedError } from "../request/access-denied.ts";
import { currentMs, type RequestState, readClock } from "../request/request-state.ts";
import type { Stage } from "../request/stage.ts";
import { selectorAttributes } from "./selector-attributes.ts";

type AuthorizedState = Pick<RequestState, "user" | "info" | "request">;

/** The attributes of a request for authorizers. */
export function attributesOf({ user, info }: Pick<RequestState, "user" | "info">): Attributes {
  const { verb, isResource, group, version, resource, subresource, name, namespace, path } = info;
  return { user, verb, isResource, group, version, resource, subresource, name, namespace, path };
}

/** The dependencies of authorization. */
interface AuthorizationDeps {
  readonly authorizer: Authorizer;
  readonly gates: FeatureGates;
}

interface AuthorizationStageDeps extends AuthorizationDeps {
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly observe: AuthorizationMetrics;
}

/**
 * Passes on requests that the authorizer allows, and records the decision in the audit trail.
 * @throws {StatusError} 403 for all others
 */
export function authorizationStage(deps: AuthorizationStageDeps): Stage {
  const { authorizer, clock, dialect, observe } = deps;
  const decisionKey = dialect.expand("authorization.{api}/decision");
  const reasonKey = dialect.expand("authorization.{api}/reason");
  return (state, next) => {
    const attributes = attributesFor(deps, state);
    const startMs = currentMs(state, clock);
    const enforce = (decision: Decision): MaybePromise<HttpResponse> => {
      const ms = readClock(state, clock) - startMs;
      state.times.authorizationMs = ms;
      observe(decision, ms / 1000);
      const { verdict, reason = "", error } = decision;
      const failed = verdict !== "allow" && error !== undefined;
      state.audit?.annotate(decisionKey, verdict === "allow" ? "allow" : "forbid");
      state.audit?.annotate(reasonKey, failed ? "internal error" : reason);
      if (verdict === "allow") return next(state);
      if (failed) return undecided(state, error);
      state.refusal = { by: "authorization", reason };
      throw denied(attributes, reason);
    };
    const decision = authorizer.authorize(attributes, state.request);
    return decision instanceof Promise ? decision.then(enforce) : enforce(decision);
  };
}

/**
 * Authorizes additional access that a request needs.
 * @throws {StatusError} 403 where it is denied; 500 where the authorizer failed
 */
export function authorize(deps: AuthorizationDeps, state: AuthorizedState): MaybePromise<void> {
  const attributes = attributesFor(deps, state);
  const enforce = ({ verdict, reason, error }: Decision): void => {
    if (verdict === "allow") return;
    if (error !== undefined) throw internalError(error);
    throw denied(attributes, reason);
  };
  const decision = deps.authorizer.authorize(attributes, state.request);
  return decision instanceof Promise ? decision.then(enforce) : enforce(decision);
}

const selectingVerbs: ReadonlySet<string> = new Set(["list", "watch", "deletecollection"]);

function attributesFor({ gates }: AuthorizationDeps, state: AuthorizedState): Attributes {
  const plain = attributesOf(state);
  const isSelecting = plain.isResource && selectingVerbs.has(plain.verb) && gates.enabled("AuthorizeWithSelectors");
  return isSelecting ? { ...plain, ...selectorAttributes(state.info.query) } : plain;
}

/** The authorizer failed: that is no refusal, and the client may retry. */
function undecided({ info }: AuthorizedState, error: string): HttpResponse {
  return serverErrorResponse(info.target, error);
}

/** The error for a request that is not allowed. */
export function denied(attributes: Attributes, reason = ""): AccessDeniedError {
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
