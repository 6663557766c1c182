import type { Verb } from "@svc/schema";
import type { RouteHandler } from "../dispatch.ts";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";
import { deleteMany, deleteOne } from "./delete.ts";
import type { Route } from "./endpoint.ts";
import { isPatchType, patch } from "./patch.ts";
import { getOne, listOrWatch, offersOf } from "./read.ts";
import { create, update } from "./write.ts";

/** What answers each verb of what is stored. */
export function verbHandlers(parts: ServerParts): Readonly<Record<Verb, RouteHandler>> {
  const deleteOptions = parts.schemas.struct("meta/v1.DeleteOptions");
  return {
    get: (state, route) => getOne(parts, state, route),
    list: (state, route) => listOrWatch(parts, state, route),
    watch: (state, route) => listOrWatch(parts, state, route),
    create: (state, route) => create(parts, state, route),
    update: (state, route) => update(parts, state, route),
    patch: (state, route) => patch(parts, state, route),
    delete: (state, route) => deleteOne(parts, state, route, deleteOptions),
    deletecollection: (state, route) => deleteMany(parts, state, route, deleteOptions),
  };
}

/**
 * Whether an endpoint writes a media type that the client takes, and of a patch reads the one that
 * it sends.
 */
export function takesMediaTypes(parts: ServerParts, { request }: RequestState, route: Route): boolean {
  if (!parts.negotiator.takes(request, offersOf(route))) return false;
  return route.verb !== "patch" || isPatchType(parts, request.header("content-type"), route);
}
