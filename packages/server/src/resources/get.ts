import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { badRequest, plainError } from "@svc/meta";
import type { Endpoint, GetAt, Registry, StoredObject } from "@svc/registry";
import type { ResponseDeps } from "../encode/response-deps.ts";
import type { RequestState } from "../request/request-state.ts";
import { keyPrefixOf, type Route } from "../request/route.ts";
import { objectResponse } from "./object-response.ts";
import { offersOf } from "./offers.ts";
import { boolean, parseRevision, wrongVersion } from "./query.ts";

/** The dependencies of gets. */
export interface GetDeps {
  readonly registry: Registry;
  readonly responses: ResponseDeps;
}

/** `GET` of one object. */
export function getOne(deps: GetDeps, state: RequestState, route: Route): MaybePromise<HttpResponse> {
  const { endpoint, namespace = "", name = "" } = route;
  const { query } = state.info;
  const form = deps.responses.negotiator.form(state.request, query, offersOf(route));
  if (boolean(query, "export"))
    throw badRequest("the export parameter, deprecated since v1.14, is no longer supported");
  const { trace, event } = state.times;
  event?.("About to Get from storage");
  const at = getAtOf(query.get("resourceVersion") ?? "", endpoint);
  const answer = (stored: StoredObject): MaybePromise<HttpResponse> =>
    objectResponse(deps.responses, state, { route, form, stored });
  const read = (): MaybePromise<StoredObject> => deps.registry.get(endpoint, { namespace, name, at });
  const found =
    trace === undefined
      ? read()
      : trace(
          "cacher.Get",
          { "audit-id": state.auditId, key: keyOf(route), "resource-version": query.get("resourceVersion") ?? "" },
          read,
        );
  return found instanceof Promise ? found.then(answer) : answer(found);
}

/** The key of an object below the root of the store. */
function keyOf({ endpoint: { definition }, namespace = "", name = "" }: Route): string {
  return ["", keyPrefixOf(definition), ...(namespace === "" ? [] : [namespace]), name].join("/");
}

function getAtOf(resourceVersion: string, { definition }: Endpoint): GetAt {
  if (resourceVersion === "") return { kind: "latest" };
  const fromStore = definition.storage?.readRules === "store";
  const parsed = parseRevision(resourceVersion);
  if (!parsed.ok) {
    const problem = wrongVersion(resourceVersion, parsed.why);
    throw fromStore ? badRequest(`invalid resource version: ${problem}`) : plainError(problem);
  }
  const { revision } = parsed;
  if (revision === 0) return { kind: fromStore ? "latest" : "any" };
  return { kind: fromStore ? "reached" : "notOlderThan", revision };
}
