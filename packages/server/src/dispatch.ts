import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { Verb } from "@svc/schema";
import { deprecationOf } from "./deprecation.ts";
import type { GroupHandler } from "./discovery/extension-groups.ts";
import { textAnswer } from "./encode/answers.ts";
import type { ServerParts } from "./parts.ts";
import type { RequestInfo } from "./request-info.ts";
import type { RequestState } from "./request-state.ts";
import { type Route, routeOf } from "./resources/endpoint.ts";

/** Answers requests for what a route leads to. */
export type RouteHandler = (state: RequestState, route: Route) => MaybePromise<HttpResponse>;

/**
 * Answers requests for a subresource that is no view of its object: `binding`, `eviction`, `token`,
 * `log`, …
 */
export type SubresourceHandler = RouteHandler;

/** Answers what is below one path, or is exactly it. */
export type PathHandler = (state: RequestState) => MaybePromise<HttpResponse | undefined>;

interface DispatchOptions {
  readonly parts: Pick<ServerParts, "catalog" | "clock" | "dialect">;
  /** Runs before the handler of a connection. @throws {StatusError} where it is refused */
  readonly admitConnection: (state: RequestState, route: Route) => Promise<void>;
  /** The handler of a group version that an extension serves. */
  readonly groupHandler: (info: RequestInfo) => GroupHandler | undefined;
  /**
   * Whether the endpoint writes a media type that the client takes, and reads the one that it
   * sends. Others are refused unheard.
   */
  readonly takes: (state: RequestState, route: Route) => boolean;
  /** For what is stored, and views of it. */
  readonly verbs: Readonly<Record<Verb, RouteHandler>>;
  /**
   * `<resource>/<subresource>`, and `<resource>` for kinds that are not stored; of a group:
   * `<resource>.<group>/…`.
   */
  readonly handlers: ReadonlyMap<string, SubresourceHandler>;
  /** By the first segment, or the first two: `healthz`, `openapi`, `debug/pprof`, … */
  readonly paths: ReadonlyMap<string, PathHandler>;
}

/** Gives each request that the stages let through to its handler. */
export function createDispatch(options: DispatchOptions): (state: RequestState) => MaybePromise<HttpResponse> {
  const { parts, paths } = options;
  const notFound = (): HttpResponse => textAnswer(404, "404 page not found\n");
  return (state) => {
    const { info } = state;
    state.dispatched = true;
    state.dispatchedMs = parts.clock.monotonic();
    const groupHandler = options.groupHandler(info);
    if (groupHandler !== undefined) return groupHandler(state);
    if (info.isResource && isServedGroup(parts, info)) return resource(options, state) ?? notFound();
    const [, first = "", second = ""] = info.path.split("/", 3);
    const answer = (paths.get(`${first}/${second}`) ?? paths.get(first))?.(state);
    if (answer instanceof Promise) return answer.then((a) => a ?? notFound());
    return answer ?? notFound();
  };
}

function isServedGroup({ catalog }: DispatchOptions["parts"], { group, path }: RequestInfo): boolean {
  return (
    !path.startsWith("//") && (group === "" ? path.startsWith("/api/") : catalog.snapshot().group(group) !== undefined)
  );
}

function resource(
  { parts, handlers, takes, verbs, admitConnection }: DispatchOptions,
  state: RequestState,
): MaybePromise<HttpResponse> | undefined {
  const route = routeOf(parts.catalog.snapshot(), state.info);
  if (route === undefined) return undefined;
  const { endpoint, subresource, verb } = route;
  const { definition } = endpoint;
  state.route = route;
  const deprecation = deprecationOf(endpoint);
  if (deprecation !== undefined && takes(state, route)) {
    state.warnings.add(deprecation.warning);
    const { apiDomain } = parts.dialect;
    state.audit?.annotate(`${apiDomain}/deprecated`, "true");
    if (deprecation.removed !== "") state.audit?.annotate(`${apiDomain}/removed-release`, deprecation.removed);
  }
  const isView = subresource === undefined || subresource.view === "object" || subresource.view === "scale";
  if (isView && definition.storage !== undefined && verb !== "connect") return verbs[verb](state, route);
  const handler = handlers.get(handlerKey(route));
  if (handler === undefined) return textAnswer(501, "501 not implemented: this server has nothing behind this path\n");
  // Admitted before it is opened, even to what is not there.
  if (verb === "connect") return admitConnection(state, route).then(() => handler(state, route));
  return handler(state, route);
}

/** `pods/log`, `tokenreviews.authentication.svc.io`: groups of the core are left out. */
function handlerKey({ endpoint }: Route): string {
  const { definition, version, subresource } = endpoint;
  const resource = version.group === "" ? definition.resource : `${definition.resource}.${version.group}`;
  return subresource === "" ? resource : `${resource}/${subresource}`;
}
