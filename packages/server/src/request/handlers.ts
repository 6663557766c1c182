import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { RequestState } from "./request-state.ts";
import type { Route } from "./route.ts";

/** Handles requests that a route leads to. */
export type RouteHandler = (state: RequestState, route: Route) => MaybePromise<HttpResponse>;

/**
 * Handles requests for a subresource that is no view of its object: `binding`, `eviction`, `token`,
 * `log`, …
 */
export type SubresourceHandler = RouteHandler;

/** Handles requests below one path; undefined for a path that it does not have. */
export type PathHandler = (state: RequestState) => MaybePromise<HttpResponse | undefined>;
