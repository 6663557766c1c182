import type { TraceEvent } from "@svc/admission";
import type { Authorizer } from "@svc/authz";
import { appendAll, quote } from "@svc/base";
import { DecodeError } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import {
  type ApiObject,
  type FieldError,
  forbiddenError,
  invalid,
  invalidObject,
  notSupported,
  plainError,
  type StatusError,
} from "@svc/meta";
import { type DeleteOptions, notDeleteOptions, type Registry } from "@svc/registry";
import type { FeatureGates, StructSchema } from "@svc/schema";
import type { ContinueTokenCodec } from "@svc/watch";
import type { ResponseDeps } from "../encode/response-deps.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { attributesOf } from "../stages/authorize.ts";
import { type BodyDeps, bodyFormat, declaredKind, parseSteps, readBody, versionMissing } from "./body.ts";
import { convertCollection, fillConvertedCache, selectsAll } from "./converted-cache.ts";
import { isOfOne, listAtOf } from "./list.ts";
import { listMetaOf, listResponse } from "./list-response.ts";
import { objectResponse, writtenStatus } from "./object-response.ts";
import { offersOf } from "./offers.ts";
import { boolean, checkFields, checkListQuery, dryRunOf, integer, parseListQuery } from "./query.ts";
import { contextOf, whileAwaited } from "./registry-calls.ts";

/** The dependencies of deletions. */
export interface DeleteDeps {
  readonly registry: Registry;
  readonly responses: ResponseDeps;
  readonly bodies: BodyDeps;
  readonly authorizer: Authorizer;
  readonly gates: FeatureGates;
  readonly continueTokens: ContinueTokenCodec;
}

/** `DELETE` of one object. */
export async function deleteOne(deps: DeleteDeps, state: RequestState, route: Route): Promise<HttpResponse> {
  const { endpoint, namespace = "", name = "" } = route;
  const form = deps.responses.negotiator.form(state.request, state.info.query, offersOf(route));
  const { event } = state.times;
  const { unsafe, ...options } = await deleteOptions(deps, state, event);
  if (unsafe) {
    await authorizeUnsafe(deps, state, route);
    const status = await whileAwaited(state, () =>
      deps.registry.deleteCorrupt(endpoint, contextOf(state), { namespace, name }),
    );
    return writtenStatus(deps.responses, state, { status, form });
  }
  event?.("About to delete object from database");
  const result = await whileAwaited(state, () =>
    deps.registry.delete(endpoint, contextOf(state), { target: { namespace, name }, options }),
  );
  event?.("Object deleted from database");
  const { status } = result;
  if (status !== undefined) return writtenStatus(deps.responses, state, { status, form });
  return objectResponse(deps.responses, state, {
    route,
    form,
    stored: result.stored,
    status: statusOf(result.gone, options),
  });
}

/** A pending deletion that was not requested in the foreground is only accepted. */
function statusOf(gone: boolean, { orphanDependents }: DeleteOptions): number {
  return !gone && orphanDependents === false ? 202 : 200;
}

/** `DELETE` of a collection. */
export async function deleteMany(deps: DeleteDeps, state: RequestState, route: Route): Promise<HttpResponse> {
  const { endpoint, namespace } = route;
  const { query } = state.info;
  const form = deps.responses.negotiator.form(state.request, query, offersOf(route));
  const list = parseListQuery(query);
  checkListQuery(list, { metaGroup: deps.responses.dialect.expand("meta.{api}"), watchListEnabled: false });
  checkFields(endpoint, list.fields);
  const { unsafe, ...options } = await deleteOptions(deps, state);
  if (unsafe)
    throw wrongOptions(deps.responses, [
      invalid(unsafeOption, true, "is not allowed with DELETECOLLECTION, try again after removing the option"),
    ]);
  // A collection is deleted by pages, and the first page of a version is of exactly that version. A
  // single object needs none.
  const pages = isOfOne(list, route)
    ? { ...list, limit: undefined }
    : { ...list, limit: list.limit ?? Number.MAX_SAFE_INTEGER };
  const within = endpoint.definition.namespaced ? namespace : undefined;
  // The original deletes nothing of a collection that it cannot list.
  const deleted = await whileAwaited(state, async () => {
    await (selectsAll(list) ? convertCollection(deps, endpoint, within) : fillConvertedCache(deps, endpoint));
    return deps.registry.deleteCollection(endpoint, contextOf(state), {
      namespace: within,
      selectors: { labels: list.labels, fields: list.fields },
      at: () => listAtOf(deps, pages, route),
      limit: list.limit,
      options,
      giveWay: deps.responses.turns.giveWay,
    });
  });
  state.times.event?.("About to write a response");
  const runs = [{ chunk: undefined, items: deleted.items, from: 0, to: deleted.items.length }];
  return listResponse(deps.responses, state, {
    route,
    runs,
    metadata: listMetaOf(deps, deleted),
    form,
    isCounted: false,
  });
}

/** The body of a delete request. */
export interface DeleteOptionsObject extends ApiObject {
  gracePeriodSeconds?: number;
  orphanDependents?: boolean;
  propagationPolicy?: string;
  dryRun?: string[];
  preconditions?: { uid?: string; resourceVersion?: string };
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/** Requests the deletion of an unreadable object, ignoring its finalizers. */
export const unsafeOption = "ignoreStoreReadErrorWithClusterBreakingPotential";
const unsafeVerb = "unsafe-delete-ignore-read-errors";

/** The unsafe deletion requires an additional verb. @throws {StatusError} 403 */
async function authorizeUnsafe(
  { authorizer }: DeleteDeps,
  state: RequestState,
  { endpoint, name = "" }: Route,
): Promise<void> {
  const attributes = attributesOf({ ...state, info: { ...state.info, verb: unsafeVerb } });
  const { verdict, reason } = await authorizer.authorize(attributes, state.request);
  if (verdict === "allow") return;
  const { group } = endpoint.version;
  const { resource } = endpoint.definition;
  throw forbiddenError({ group, resource, name }, `not permitted to do ${quote(unsafeVerb)}, reason: ${reason}`);
}

function wrongOptions({ dialect }: Pick<ResponseDeps, "dialect">, errors: readonly FieldError[]): StatusError {
  return invalidObject({ group: dialect.expand("meta.{api}"), kind: "DeleteOptions", name: "" }, errors);
}

/** Options that depend on the object are invalid for an unreadable one. */
function unsafeErrors(options: DeleteOptionsObject): readonly FieldError[] {
  const others = ["dryRun", "propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions"] as const;
  return others
    .filter((other) => options[other] !== undefined && (other !== "dryRun" || (options.dryRun ?? []).length > 0))
    .map((other) => invalid(unsafeOption, true, `cannot be set together with .${other}`));
}

const policies = ["Foreground", "Background", "Orphan"] as const;

function optionsSchema({ responses: { schemas } }: DeleteDeps): StructSchema {
  return schemas.struct("meta/v1.DeleteOptions");
}

/**
 * From the body if there is one, else from the query.
 * @param event takes the events of the options, where they are traced
 * @throws {StatusError}
 */
async function deleteOptions(
  deps: DeleteDeps,
  state: RequestState,
  event?: TraceEvent,
): Promise<DeleteOptions & { readonly unsafe: boolean }> {
  const bytes = await readBody(deps.bodies, state);
  const options =
    bytes.length > 0
      ? await fromBody(deps.bodies, state, { bytes, schema: optionsSchema(deps), event })
      : fromQuery(state.info.query);
  // Without the gate the option is ignored.
  const unsafe = options[unsafeOption] === true && deps.gates.enabled("AllowUnsafeMalformedObjectDeletion");
  return { ...checkedOptions(deps.responses, options, unsafe ? unsafeErrors(options) : []), unsafe };
}

/** The deletion options of a body. @throws {StatusError} 422 for invalid ones */
export function checkedOptions(
  deps: Pick<ResponseDeps, "dialect">,
  options: DeleteOptionsObject,
  moreErrors: readonly FieldError[] = [],
): DeleteOptions {
  const { gracePeriodSeconds, orphanDependents, propagationPolicy, dryRun = [], preconditions } = options;
  const errors: FieldError[] = [];
  if (propagationPolicy !== undefined && orphanDependents !== undefined) {
    errors.push(
      invalid("propagationPolicy", propagationPolicy, "orphanDependents and deletionPropagation cannot be both set"),
    );
  }
  if (propagationPolicy !== undefined && !policies.some((p) => p === propagationPolicy)) {
    errors.push(notSupported("propagationPolicy", propagationPolicy, [...policies, "nil"]));
  }
  const isDryRun = dryRunOf(dryRun, errors);
  appendAll(errors, moreErrors);
  if (errors.length > 0) throw wrongOptions(deps, errors);
  return {
    dryRun: isDryRun,
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy: propagationPolicy as (typeof policies)[number] }),
    ...(preconditions === undefined ? {} : { preconditions }),
  };
}

function fromQuery(query: URLSearchParams): DeleteOptionsObject {
  const gracePeriodSeconds = integer(query, "gracePeriodSeconds");
  const propagationPolicy = query.get("propagationPolicy");
  const uid = query.get("uid") ?? "";
  const resourceVersion = query.get("resourceVersion") ?? "";
  const preconditions = {
    ...(uid === "" ? {} : { uid }),
    ...(resourceVersion === "" ? {} : { resourceVersion }),
  };
  return {
    metadata: {},
    dryRun: query.getAll("dryRun"),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(query.has("orphanDependents") ? { orphanDependents: boolean(query, "orphanDependents") } : {}),
    ...(propagationPolicy === null ? {} : { propagationPolicy }),
    ...(query.has(unsafeOption) ? { [unsafeOption]: boolean(query, unsafeOption) } : {}),
    ...(uid === "" && resourceVersion === "" ? {} : { preconditions }),
  };
}

interface SentOptions {
  readonly bytes: Buffer;
  readonly schema: StructSchema;
  readonly event: TraceEvent | undefined;
}

/** Bodies are of kind `DeleteOptions` in any group version. */
async function fromBody(
  deps: BodyDeps,
  state: RequestState,
  { bytes, schema, event }: SentOptions,
): Promise<DeleteOptionsObject> {
  // Options are a compiled-in type, whatever is deleted.
  const format = bodyFormat(deps, state.request.header("content-type"), true);
  try {
    const body = await deps.turns.run(parseSteps(deps, { bytes, format }));
    const metaGroup = deps.dialect.expand("meta.{api}");
    const declared = declaredKind(body, { group: metaGroup, version: "v1", kind: "DeleteOptions" });
    if (declared.version === "") throw plainError(versionMissing(bytes, format));
    if (declared.kind !== "DeleteOptions") throw plainError(notDeleteOptions(declared, metaGroup));
    await state.giveWay?.();
    const { object } = await deps.turns.run(body.decodeSteps({ group: "meta", version: "v1", schema }));
    const options = object as DeleteOptionsObject;
    // Options have one form, whatever version the client names.
    const typeMeta = { kind: "DeleteOptions", apiVersion: `${metaGroup}/__internal` };
    event?.("Decoded delete options");
    state.audit?.sent(undefined, () => ({ ...typeMeta, ...structuredClone(options), ...typeMeta }));
    event?.("Recorded the audit event");
    return options;
  } catch (error) {
    if (error instanceof DecodeError) throw plainError(error.message, error);
    throw error;
  }
}
