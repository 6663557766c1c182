import type { Clock, MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { Dialect } from "@svc/meta";
import type { ResourceCatalog, Verb } from "@svc/schema";
import type { GroupHandler } from "./discovery/extension-groups.ts";
import { textResponse } from "./encode/responses.ts";
import { beginHandling } from "./request/begin-handling.ts";
import { deprecationOf } from "./request/deprecation.ts";
import type { PathHandler, RouteHandler, SubresourceHandler } from "./request/handlers.ts";
import type { RequestInfo } from "./request/request-info.ts";
import { currentMs, type RequestState } from "./request/request-state.ts";
import { groupResourceOf, type Route, routeOf } from "./request/route.ts";

interface DispatchDeps {
  readonly catalog: ResourceCatalog;
  readonly clock: Clock;
  readonly dialect: Dialect;
  /** Runs before the handler of a connection. @throws {StatusError} for a rejected one */
  readonly admitConnection: (state: RequestState, route: Route) => Promise<void>;
  /**
   * True when the endpoint supports the accepted media type and that of the body. Others are
   * rejected before the handler.
   */
  readonly takes: (state: RequestState, route: Route) => boolean;
  readonly handlers: Handlers;
}

/** All handlers of a server. */
interface Handlers {
  /** The handler of a group version that an extension serves. */
  readonly ofGroup: (info: RequestInfo) => GroupHandler | undefined;
  /** For stored objects, and views of them. */
  readonly verbs: Readonly<Record<Verb, RouteHandler>>;
  /**
   * `<resource>/<subresource>`, and `<resource>` for kinds that are not stored; of a group:
   * `<resource>.<group>/…`.
   */
  readonly subresources: ReadonlyMap<string, SubresourceHandler>;
  /** By the first segment, or the first two: `healthz`, `openapi`, `debug/pprof`, … */
  readonly paths: ReadonlyMap<string, PathHandler>;
}

/** Gives each request that the stages let through to its handler. */
export function createDispatch(options: DispatchDeps): (state: RequestState) => MaybePromise<HttpResponse> {
  const { catalog, clock, handlers } = options;
  const notFound = (): HttpResponse => textResponse(404, "404 page not found\n");
  return (state) => {
    const { info } = state;
    state.dispatched = true;
    state.dispatchedMs = currentMs(state, clock);
    const groupHandler = handlers.ofGroup(info);
    if (groupHandler !== undefined) return groupHandler(state);
    if (info.isResource && isServedGroup(catalog, info)) return resource(options, state) ?? notFound();
    // No group has an empty name.
    if (info.path.startsWith("/apis//")) return notFound();
    const [, first = "", second = ""] = info.path.split("/", 3);
    const answer = (handlers.paths.get(`${first}/${second}`) ?? handlers.paths.get(first))?.(state);
    if (answer instanceof Promise) return answer.then((a) => a ?? notFound());
    return answer ?? notFound();
  };
}

function isServedGroup(catalog: ResourceCatalog, { group, path }: RequestInfo): boolean {
  return (
    !path.startsWith("//") && (group === "" ? path.startsWith("/api/") : catalog.snapshot().group(group) !== undefined)
  );
}

function resource(
  { catalog, dialect, handlers, takes, admitConnection }: DispatchDeps,
  state: RequestState,
): MaybePromise<HttpResponse> | undefined {
  // Clients of extension types are warned whatever becomes of the request.
  const route = routeOf(catalog.snapshot(), state.info, ({ version }) => {
    if (version.deprecationWarning !== undefined) state.warnings.add(version.deprecationWarning);
  });
  if (route === undefined) return undefined;
  const { endpoint, subresource, verb } = route;
  const { definition } = endpoint;
  state.route = route;
  // A list is handled once its options are known to be valid.
  if (state.times.handles !== undefined && verb !== "list" && takes(state, route)) beginHandling(state, route);
  const deprecation = deprecationOf(endpoint);
  if (deprecation !== undefined && takes(state, route)) {
    state.warnings.add(deprecation.warning);
    const { apiDomain } = dialect;
    state.audit?.annotate(`${apiDomain}/deprecated`, "true");
    if (deprecation.removed !== "") state.audit?.annotate(`${apiDomain}/removed-release`, deprecation.removed);
  }
  const isView = subresource === undefined || subresource.view === "object" || subresource.view === "scale";
  if (isView && definition.storage !== undefined && verb !== "connect") return handlers.verbs[verb](state, route);
  const handler = handlers.subresources.get(handlerKey(route));
  if (handler === undefined)
    return textResponse(501, "501 not implemented: this server has nothing behind this path\n");
  // Admission runs before the connection is opened, even for a missing object.
  if (verb === "connect") return admitConnection(state, route).then(() => handler(state, route));
  return handler(state, route);
}

/** `pods/log`, `tokenreviews.authentication.svc.io`: the core group is omitted. */
function handlerKey({ endpoint }: Route): string {
  const { subresource } = endpoint;
  const resource = groupResourceOf(endpoint);
  return subresource === "" ? resource : `${resource}/${subresource}`;
}
