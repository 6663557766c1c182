import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import {
  badRequest,
  createFieldSelector,
  everyField,
  everyLabel,
  type FieldSelector,
  plainError,
  requiredFieldValue,
} from "@svc/meta";
import type { WatchFrom } from "@svc/watch";
import type { Form } from "../encode/form.ts";
import { includeObjectOf } from "../encode/table.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { fillConvertedCache } from "./converted-cache.ts";
import { type ListQuery, parseRevision, wrongVersion } from "./query.ts";
import { streamWatch, type WatchStreamDeps } from "./watch-stream.ts";

/** The dependencies of watches. */
export interface WatchDeps extends WatchStreamDeps {
  /** In [0, 1). */
  readonly random: () => number;
}

/** A request for a watch. */
export interface WatchRequest {
  readonly route: Route;
  readonly list: ListQuery;
  /** The form of its events. @throws {StatusError} 406 */
  readonly form: () => Form;
}

/** `GET` of a collection, or of one object, that follows changes. */
export function watch(
  deps: WatchDeps,
  state: RequestState,
  { route, list, form: chooseForm }: WatchRequest,
): MaybePromise<HttpResponse> {
  const { endpoint, namespace, name } = route;
  const fields = name === undefined ? list.fields : onlyNamed(list.fields, name);
  const seconds = list.timeoutSeconds ?? 0;
  const { minWatchSeconds } = deps.limits;
  // A watch with a negative timeout ends immediately.
  const timeoutMs = seconds < 0 ? 0 : (seconds || minWatchSeconds * (1 + deps.random())) * 1000;
  const selectors = { labels: list.labels ?? everyLabel, fields: fields ?? everyField };
  const { resourceVersion } = list;
  state.watch = { resourceVersion, labels: selectors.labels.text, fields: selectors.fields.text, timeoutMs };
  const from = watchFromOf(list);
  const form = chooseForm();
  const started = (): MaybePromise<HttpResponse> =>
    streamWatch(deps, state, {
      endpoint,
      form,
      include: form.as.kind === "table" ? includeObjectOf(state.info.query) : "Metadata",
      input: {
        namespace: endpoint.definition.namespaced ? namespace : undefined,
        selectors,
        from,
        bookmarks: list.allowWatchBookmarks,
        timeoutMs,
      },
    });
  const filled = fillConvertedCache(deps, endpoint);
  return filled === undefined ? started() : filled.then(started);
}

/** A watch of one object is a watch of the collection with a field selector. */
function onlyNamed(fields: FieldSelector, name: string): FieldSelector {
  if (fields.requirements.length > 0 && requiredFieldValue(fields, "metadata.name") !== name)
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  return createFieldSelector([{ field: "metadata.name", op: "=", value: name }]);
}

/** Source: the table of watch semantics in the specification. */
function watchFromOf({ resourceVersion, sendInitialEvents }: ListQuery): WatchFrom {
  let revision = 0;
  if (resourceVersion !== "") {
    const parsed = parseRevision(resourceVersion);
    if (!parsed.ok) {
      throw plainError(wrongVersion(resourceVersion, parsed.why));
    }
    // No event ever has a revision that needs more digits than a number has.
    revision = Number(parsed.revision);
  }
  if (sendInitialEvents === true)
    return { kind: "initialEvents", revision: resourceVersion === "" ? undefined : revision };
  if (sendInitialEvents === false && revision === 0) return { kind: "latest" };
  if (resourceVersion === "") return { kind: "latest" };
  return revision === 0 ? { kind: "any" } : { kind: "after", revision };
}
