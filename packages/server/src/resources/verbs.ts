import type { Verb } from "@svc/schema";
import type { RouteHandler } from "../request/handlers.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { type DeleteDeps, deleteMany, deleteOne } from "./delete.ts";
import { getOne } from "./get.ts";
import { type ListDeps, listOrWatch } from "./list.ts";
import { offersOf } from "./offers.ts";
import { isPatchType, type PatchDeps, patch } from "./patch.ts";
import { create, update } from "./write.ts";

/** The dependencies of the verbs, by kind of request. */
export interface VerbDeps {
  readonly reads: ListDeps;
  readonly writes: PatchDeps;
  readonly deletions: DeleteDeps;
}

/** The handler of each verb of stored resources. */
export function verbHandlers({ reads, writes, deletions }: VerbDeps): Readonly<Record<Verb, RouteHandler>> {
  return {
    get: (state, route) => getOne(reads, state, route),
    list: (state, route) => listOrWatch(reads, state, route),
    watch: (state, route) => listOrWatch(reads, state, route),
    create: (state, route) => create(writes, state, route),
    update: (state, route) => update(writes, state, route),
    patch: (state, route) => patch(writes, state, route),
    delete: (state, route) => deleteOne(deletions, state, route),
    deletecollection: (state, route) => deleteMany(deletions, state, route),
  };
}

/**
 * True where an endpoint writes a media type that the client takes, and of a patch reads the one
 * that the client sends.
 */
export function takesMediaTypes(deps: PatchDeps, { request }: RequestState, route: Route): boolean {
  if (!deps.responses.negotiator.takes(request, offersOf(route))) return false;
  // Handlers of extension types reject patches themselves.
  const isChecked = route.verb === "patch" && route.endpoint.version.semantics === "typed";
  return !isChecked || isPatchType(deps, request.header("content-type"), route);
}
