import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { ApiObject, ListMeta, Status } from "@svc/meta";
import type { DeleteOptions, StoredObject } from "@svc/registry";
import type { Form, Offers } from "./encode/form.ts";
import { statusResponse } from "./encode/status.ts";
import type { HandlerDeps } from "./handler-deps.ts";
import type { RequestState } from "./request/request-state.ts";
import type { Route } from "./request/route.ts";
import { type Action, type ActionBody, actionResponse, readAction } from "./resources/action.ts";
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
   * Reads the body of an action, with all that a create checks, admission included.
   * @throws {StatusError}
   */
  readAction<T extends ApiObject>(state: RequestState, route: Route, body?: ActionBody<T>): Promise<Action<T>>;
  /** A response with an object that is not stored. @param status 201 by default */
  actionResponse(action: Action, object: ApiObject, status?: number): HttpResponse;
  statusResponse(status: Status, form: Form): HttpResponse;
  /** A response with one object. */
  objectResponse(
    state: RequestState,
    route: Route,
    shown: { readonly form: Form; readonly stored: StoredObject },
  ): MaybePromise<HttpResponse>;
  listResponse(state: RequestState, route: Route, list: ShownList): MaybePromise<HttpResponse>;
  /** Validates deletion options within another body. @throws {StatusError} 422 */
  deleteOptions(given: DeleteOptionsObject): DeleteOptions;
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
      return list;
    },
    jsonForm: (state) => negotiator.jsonForm(state.request),
    readAction: (state, route, body) => readAction(actions, state, { ...body, route }),
    actionResponse: (action, object, status) => actionResponse(responses, action, { object, status }),
    statusResponse: (status, form) => statusResponse(responses, status, form),
    objectResponse: (state, route, { form, stored }) => objectResponse(responses, state, { route, form, stored }),
    listResponse: (state, route, { items, metadata, form }) => {
      const runs = items.length === 0 ? [] : [{ chunk: undefined, items, from: 0, to: items.length }];
      return listResponse(responses, state, { route, runs, metadata, form });
    },
    deleteOptions: (given) => checkedOptions(responses, given),
  };
}
