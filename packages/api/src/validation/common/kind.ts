import type { Steps } from "@svc/base";
import type { ApiObject, FieldError } from "@svc/meta";
import type { ValidationOutcome, WriteContext } from "@svc/schema";
import type { Check } from "./check.ts";
import { FieldPath } from "./field-path.ts";
import type { KindValidation } from "./kind-validation.ts";

/** Reports the errors of a change. The path is that of the new object. */
export type ChangeCheck<T> = (object: T, old: T, at: FieldPath) => void;

type ChangeWarnings<T> = (object: T, old: T, context: WriteContext) => readonly string[];

/** The checks of a kind, with its objects as typed values. */
export interface KindChecks<T> {
  /** Checks of a new object, and of a changed one unless `update` is set and replaces them. */
  readonly object?: Check<T>;
  /**
   * The same checks for a kind whose objects may take long, as steps that run before anything else.
   */
  readonly objectSteps?: (object: T, at: FieldPath) => Steps<void>;
  readonly create?: Check<T>;
  readonly update?: ChangeCheck<T>;
  readonly subresources?: Readonly<Record<string, ChangeCheck<T>>>;
  readonly warnings?: (object: T, old: T | undefined, context: WriteContext) => readonly string[];
  readonly subresourceWarnings?: Readonly<Record<string, ChangeWarnings<T>>>;
}

/**
 * Combines the checks of a kind: `object` runs on creation and on change, then the checks of either
 * operation. Where errors have another order, a kind omits `object` and calls it itself.
 */
export function kind<T>(checks: KindChecks<T>): KindValidation {
  const { object, objectSteps, create, update, subresources, warnings, subresourceWarnings } = checks;
  return {
    create: (value, context) =>
      errorsOf(context, {
        steps: objectSteps && ((at) => objectSteps(value as T, at)),
        checks: (at) => {
          object?.(value as T, at);
          create?.(value as T, at);
        },
      }),
    update: (value, old, context) =>
      errorsOf(context, {
        old,
        steps: objectSteps && ((at) => objectSteps(value as T, at)),
        checks: (at) => {
          object?.(value as T, at);
          update?.(value as T, old as T, at);
        },
      }),
    ...(subresources === undefined ? {} : { subresources: mapValues(subresources, changed) }),
    ...(warnings === undefined
      ? {}
      : { warnings: (value, old, context) => warnings(value as T, old as T | undefined, context) }),
    ...(subresourceWarnings === undefined ? {} : { subresourceWarnings: mapValues(subresourceWarnings, warned) }),
  };
}

function changed<T>(check: ChangeCheck<T>) {
  return (object: ApiObject, old: ApiObject, context: WriteContext): readonly FieldError[] =>
    checkedErrors(new FieldPath(context, [], { old }), (at) => check(object as T, old as T, at));
}

function warned<T>(warnings: ChangeWarnings<T>) {
  return (object: ApiObject, old: ApiObject, context: WriteContext): readonly string[] =>
    warnings(object as T, old as T, context);
}

function mapValues<A, B>(map: Readonly<Record<string, A>>, of: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, of(value)]));
}

interface Checked {
  readonly old?: ApiObject;
  readonly steps?: ((at: FieldPath) => Steps<void>) | undefined;
  readonly checks: (at: FieldPath) => void;
}

function errorsOf(context: WriteContext, { old, steps, checks }: Checked): ValidationOutcome {
  const at = new FieldPath(context, [], { old });
  return steps === undefined ? checkedErrors(at, checks) : checkedInSteps(at, steps(at), checks);
}

function checkedErrors(at: FieldPath, checks: (at: FieldPath) => void): readonly FieldError[] {
  checks(at);
  return at.errors;
}

function* checkedInSteps(
  at: FieldPath,
  steps: Steps<void>,
  checks: (at: FieldPath) => void,
): Steps<readonly FieldError[]> {
  yield* steps;
  return checkedErrors(at, checks);
}
