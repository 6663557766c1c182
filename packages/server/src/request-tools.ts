import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { ApiObject, ListMeta, Status } from "@svc/meta";
import type { DeleteOptions, StoredObject } from "@svc/registry";
import type { Form, Offers } from "./encode/form.ts";
import { statusAnswer } from "./encode/status.ts";
import type { HandlerDeps } from "./handler-deps.ts";
import type { RequestState } from "./request/request-state.ts";
import type { Route } from "./request/route.ts";
import { type Action, type ActionBody, actionAnswer, readAction } from "./resources/action.ts";
import { checkedOptions, type DeleteOptionsObject } from "./resources/delete.ts";
import { checkList, checkWatchable } from "./resources/list.ts";
import { listAnswer } from "./resources/list-answer.ts";
import { objectAnswer } from "./resources/object-answer.ts";
import { type ListQuery, parseListQuery } from "./resources/query.ts";

/** Reads requests and writes responses in every supported format, for handlers of extensions. */
export interface RequestTools {
  /** Negotiates the form of the answer. @throws {StatusError} 406 */
  form(state: RequestState, offers: Offers): Form;
  /** Checks and reads the query of a list or watch. @throws {StatusError} */
  listQuery(state: RequestState, route: Route): ListQuery;
  /** For answers that are only JSON. @throws {StatusError} 406 */
  jsonForm(state: RequestState): void;
  /**
   * Reads the body of an action, with all that a create checks, admission included.
   * @throws {StatusError}
   */
  readAction<T extends ApiObject>(state: RequestState, route: Route, body?: ActionBody<T>): Promise<Action<T>>;
  /** An answer with an object that is not stored. @param status 201 by default */
  actionAnswer(action: Action, object: ApiObject, status?: number): HttpResponse;
  statusAnswer(status: Status, form: Form): HttpResponse;
  /** An answer with one object, or with several. */
  objectAnswer(
    state: RequestState,
    route: Route,
    shown: { readonly form: Form; readonly stored: StoredObject },
  ): MaybePromise<HttpResponse>;
  listAnswer(state: RequestState, route: Route, list: ShownList): MaybePromise<HttpResponse>;
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
    readAction: (state, route, body) => readAction(actions, state, route, body),
    actionAnswer: (action, object, status) => actionAnswer(responses, action, { object, status }),
    statusAnswer: (status, form) => statusAnswer(responses, status, form),
    objectAnswer: (state, route, { form, stored }) => objectAnswer(responses, state, { route, form, stored }),
    listAnswer: (state, route, { items, metadata, form }) => {
      const runs = items.length === 0 ? [] : [{ chunk: undefined, items, from: 0, to: items.length }];
      return listAnswer(responses, state, { route, runs, metadata, form });
    },
    deleteOptions: (given) => checkedOptions(responses, given),
  };
}
