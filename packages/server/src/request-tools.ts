import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { ApiObject, ListMeta } from "@svc/meta";
import type { DeleteOptions, StoredObject } from "@svc/registry";
import type { Form, Offers } from "./encode/form.ts";
import type { HandlerDeps } from "./handler-deps.ts";
import { beginHandling } from "./request/begin-handling.ts";
import type { RequestState } from "./request/request-state.ts";
import type { Route } from "./request/route.ts";
import { type ActionSteps, performAction } from "./resources/action.ts";
import { checkedOptions, type DeleteOptionsObject } from "./resources/delete.ts";
import { checkList, checkWatchable } from "./resources/list.ts";
import { listResponse } from "./resources/list-response.ts";
import { objectResponse } from "./resources/object-response.ts";
import { type ListQuery, parseListQuery } from "./resources/query.ts";

/** Reads requests and writes responses in every supported format, for handlers of extensions. */
export interface RequestTools {
  /** Negotiates the form of the response. @throws {StatusError} 406 */
  form(state: RequestState, offers: Offers): Form;
  /** Checks and reads the query of a list or watch. @throws {StatusError} */
  listQuery(state: RequestState, route: Route): ListQuery;
  /** For responses that are only JSON. @throws {StatusError} 406 */
  jsonForm(state: RequestState): void;
  /**
   * Carries out an action and responds with its result. Reads the body with all that a create
   * checks, admission included.
   * @throws {StatusError}
   */
  performAction<T extends ApiObject>(state: RequestState, route: Route, steps: ActionSteps<T>): Promise<HttpResponse>;
  /** A response with one object. */
  objectResponse(
    state: RequestState,
    route: Route,
    shown: { readonly form: Form; readonly stored: StoredObject },
  ): MaybePromise<HttpResponse>;
  listResponse(state: RequestState, route: Route, list: ShownList): MaybePromise<HttpResponse>;
  /** Validates deletion options within another body. @throws {StatusError} 422 */
  deleteOptions(options: DeleteOptionsObject): DeleteOptions;
}

interface ShownList {
  readonly form: Form;
  readonly items: readonly StoredObject[];
  readonly metadata: ListMeta;
}

/** Makes the tools of handlers of extensions. */
export function createRequestTools({ responses, actions, reads }: HandlerDeps): RequestTools {
  const { negotiator } = responses;
  return {
    form: (state, offers) => negotiator.form(state.request, state.info.query, offers),
    listQuery: (state, route) => {
      const list = { ...parseListQuery(state.info.query), watch: route.verb === "watch" };
      checkList(reads, list);
      if (list.watch) checkWatchable(route);
      else {
        beginHandling(state, route);
        state.times.event?.("About to List from storage");
      }
      return list;
    },
    jsonForm: (state) => negotiator.jsonForm(state.request),
    performAction: (state, route, steps) => performAction(actions, state, { ...steps, route }),
    objectResponse: (state, route, { form, stored }) => objectResponse(responses, state, { route, form, stored }),
    listResponse: (state, route, { items, metadata, form }) => {
      state.times.event?.("Listing from storage done");
      const runs = items.length === 0 ? [] : [{ chunk: undefined, items, from: 0, to: items.length }];
      return listResponse(responses, state, { route, runs, metadata, form });
    },
    deleteOptions: (options) => checkedOptions(responses, options),
  };
}
