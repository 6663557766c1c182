import type { Authorizer } from "@svc/authz";
import { abortProblem, type MaybePromise } from "@svc/base";
import { anObject, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { Codec } from "@svc/codec";
import { aDialect, copyJson, type Dialect, timeoutError } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { aCodec, aNamespaceSource, anAuthorizer } from "../expected.ts";
import { conditionsFailed } from "../expressions/conditions-failed.ts";
import { checkConditions, compileConditions } from "../expressions/match-conditions.ts";
import type { StepMatch } from "../match-spec.ts";
import { matchCriteria, selectsNamespace, selectsObject } from "../matching/match-criteria.ts";
import { createMatchIndex, type Match } from "../matching/match-index.ts";
import type { NamespaceSource } from "../namespace-source.ts";

/** Dependencies of the matching of an embedder's steps. */
export interface OwnStepDeps {
  readonly namespaces: NamespaceSource | undefined;
  readonly authorizer: Authorizer;
  readonly codec: Codec;
  readonly dialect: Dialect;
}

type Act = (request: AdmissionRequest) => MaybePromise<void>;

const ownStepDeps = optionsOf<OwnStepDeps>({
  namespaces: optional(aNamespaceSource),
  authorizer: anAuthorizer,
  codec: aCodec,
  dialect: aDialect,
});

/**
 * A step of an embedder as the chain runs it: it meets the requests that its `match` selects, and
 * a request waits for it no longer than to its deadline.
 * @throws {TypeError} for a wrong argument
 */
export function ownStep(plugin: AdmissionPlugin, deps: OwnStepDeps): AdmissionPlugin {
  checkArgument("ownStep: plugin", plugin, anObject);
  checkArgument("ownStep: deps", deps, ownStepDeps);
  const { match, mutate, validate, ...rest } = plugin;
  const selects = match === undefined ? undefined : selection(match, deps);
  const guarded = (act: Act, request: AdmissionRequest): MaybePromise<void> => {
    const selected = selects?.(request) ?? true;
    if (selected instanceof Promise)
      return selected.then((isSelected) => (isSelected ? untilAborted(act(request), request) : undefined));
    return selected ? untilAborted(act(request), request) : undefined;
  };
  return {
    ...rest,
    ...(mutate === undefined
      ? {}
      : {
          mutate: (request, rounds) =>
            guarded((selected) => {
              unshare(selected);
              return mutate(selected, rounds);
            }, request),
        }),
    ...(validate === undefined ? {} : { validate: (request) => guarded(validate, request) }),
  };
}

/**
 * Copies the members that the object shares with the stored one, as in writes by the server itself:
 * the step may change them in place.
 */
function unshare({ object, oldObject }: AdmissionRequest): void {
  if (object === undefined || oldObject === undefined) return;
  for (const name of Object.keys(object))
    if (name !== "metadata" && object[name] === oldObject[name]) object[name] = copyJson(object[name]);
}

interface Selector {
  readonly criteria: ReturnType<typeof matchCriteria>;
}

function selection(match: StepMatch, deps: OwnStepDeps): (request: AdmissionRequest) => MaybePromise<boolean> {
  const { matchConditions = [], ...spec } = match;
  const index = createMatchIndex<Selector>([{ criteria: matchCriteria(spec) }]);
  const conditions = compileConditions(matchConditions);
  const metaVersion = `${deps.dialect.expand("meta.{api}")}/v1`;
  const holds = async ({ form }: Match<Selector>, request: AdmissionRequest): Promise<boolean> => {
    const result = await checkConditions({ ...deps, metaVersion }, conditions, { request, form });
    if (result.kind === "failed") throw conditionsFailed(request, result.errors);
    return result.kind === "matched";
  };
  return (request) => {
    const [found] = index.find(request);
    if (found === undefined || !selectsObject(found.item.criteria, request)) return false;
    const selected = selectsNamespace(found.item.criteria, request, deps.namespaces);
    if (conditions.length === 0) return selected;
    if (selected instanceof Promise) return selected.then((isSelected) => isSelected && holds(found, request));
    return selected && holds(found, request);
  };
}

/** @throws {StatusError} 504 where the time of the request is over first */
function untilAborted(done: MaybePromise<void>, { signal }: AdmissionRequest): MaybePromise<void> {
  if (!(done instanceof Promise) || signal === undefined) return done;
  return new Promise((resolve, reject) => {
    const leave = (): void =>
      reject(timeoutError(`request did not complete within requested timeout - ${abortProblem(signal)}`));
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    done.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
