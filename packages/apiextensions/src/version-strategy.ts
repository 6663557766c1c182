import type { Steps } from "@svc/base";
import { type ApiObject, type FieldError, invalid, required } from "@svc/meta";
import { extensionStrategy, type Strategy, type WriteContext } from "@svc/schema";
import type { DefinitionObserver } from "./definition/definition-observer.ts";
import { ruleSteps } from "./rules/evaluate-rules.ts";
import { scaleValidator } from "./scale-values.ts";
import type { ServedVersion } from "./served-version.ts";

/** The strategy of writes through one version: how they are prepared and validated. */
export function versionStrategy(served: ServedVersion, observer?: DefinitionObserver): Strategy {
  const { hasStatus } = served;
  const scaleErrors = scaleValidator(served.scale);
  const judge = createRuleJudge(served, observer);
  const strategy = extensionStrategy({
    hasStatus,
    *validate(object, old, context) {
      const problem = identityProblem(object);
      if (problem.length > 0) return problem;
      const errors = [
        ...served.validator().validateShape(object, old && withoutType(old)),
        ...scaleErrors(object, ["spec", "status"]),
        ...served.validator().validateContent(object, old),
      ];
      const found = isUnnamed(object) ? [...errors, unnamed] : errors;
      return [...errors, ...(yield* judge({ object, old, errors: found, context }))];
    },
    *validateStatus(object, old, context) {
      const errors = [
        ...served.validator().validateMember("status", object["status"], old["status"]),
        ...scaleErrors(object, ["status"]),
        // Embedded objects are validated in writes of the whole object only.
        ...served.validator().validateLists(object, old),
      ];
      return [...errors, ...(yield* judge({ object, old, errors, context }))];
    },
  });
  if (served.scale === undefined) return strategy;
  const { prepareUpdate = () => undefined, validateUpdate = () => [] } = strategy;
  // A scale is replaced without saying which version of the object is meant.
  const byScale = { prepareUpdate, validateUpdate, allowUnconditionalUpdate: true };
  return { ...strategy, subresources: { ...strategy.subresources, scale: byScale } };
}

/** The name is validated elsewhere; without one, rules are not evaluated. */
const unnamed: FieldError = required("metadata.name", "name or generateName is required");

function isUnnamed({ metadata }: ApiObject): boolean {
  return (metadata.name ?? "") === "";
}

/** In extension types, kind and version are plain fields. */
function identityProblem({ apiVersion, kind }: ApiObject): readonly FieldError[] {
  return [
    ...(apiVersion === undefined || apiVersion === "" ? [required("apiVersion", "must not be empty")] : []),
    ...(kind === undefined || kind === "" ? [required("kind", "must not be empty")] : []),
  ];
}

/**
 * The original does not compare kind and version with those before. So an object is never as it
 * was, whatever its parts are.
 */
function withoutType({ apiVersion: _apiVersion, kind: _kind, ...members }: ApiObject): object {
  return members;
}

interface Judged {
  readonly object: ApiObject;
  readonly old: ApiObject | undefined;
  readonly errors: readonly FieldError[];
  readonly context: WriteContext;
}

/** After these, values may be of other types or sizes than rules were compiled for. */
const blocking: ReadonlySet<FieldError["type"]> = new Set<FieldError["type"]>([
  "NotSupported",
  "Required",
  "TooLong",
  "TooMany",
  "TypeInvalid",
]);

/** Evaluates the rules of a version for one write after the other. */
function createRuleJudge(
  served: ServedVersion,
  observer: DefinitionObserver | undefined,
): (judged: Judged) => Steps<readonly FieldError[]> {
  const passed = new WeakMap<object, number>();
  return function* ruleErrors({ object, old, errors, context }) {
    const tree = served.rules();
    if (tree === undefined) return [];
    if (errors.some(({ type }) => blocking.has(type))) {
      const message =
        "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
      return [invalid("<nil>", "null", message)];
    }
    const startedMs = observer?.clock.monotonic() ?? 0;
    const found = yield* ruleSteps(tree, object, { old, passed, warn: (text) => context.warn(text) });
    observer?.rulesEvaluated((observer.clock.monotonic() - startedMs) / 1000);
    return found;
  };
}
