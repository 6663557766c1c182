import type { ApiObject, FieldError } from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import type { KindValidation } from "../kind-validation.ts";
import type { Check } from "./check.ts";
import { FieldPath } from "./field-path.ts";

/** Reports what is wrong with a change. The place is that of the new object. */
export type ChangeCheck<T> = (object: T, old: T, at: FieldPath) => void;

type ChangeWarnings<T> = (object: T, old: T, context: WriteContext) => readonly string[];

/** What a kind checks, with its objects as they are typed. */
export interface KindChecks<T> {
  /** Of a new object, and of a changed one too unless `update` stands alone. */
  readonly object?: Check<T>;
  readonly create?: Check<T>;
  readonly update?: ChangeCheck<T>;
  readonly subresources?: Readonly<Record<string, ChangeCheck<T>>>;
  readonly warnings?: (object: T, old: T | undefined, context: WriteContext) => readonly string[];
  readonly subresourceWarnings?: Readonly<Record<string, ChangeWarnings<T>>>;
}

/**
 * Puts the checks of a kind together: `object` is made on creation and on change, then what is
 * special about either. Where the order of errors differs, a kind leaves `object` out and calls it
 * itself.
 */
export function kind<T>(checks: KindChecks<T>): KindValidation {
  const { object, create, update, subresources, warnings, subresourceWarnings } = checks;
  return {
    create: (value, context) =>
      errorsOf(context, (at) => {
        object?.(value as T, at);
        create?.(value as T, at);
      }),
    update: (value, old, context) =>
      errorsOf(
        context,
        (at) => {
          object?.(value as T, at);
          update?.(value as T, old as T, at);
        },
        old,
      ),
    ...(subresources === undefined ? {} : { subresources: mapValues(subresources, changed) }),
    ...(warnings === undefined
      ? {}
      : { warnings: (value, old, context) => warnings(value as T, old as T | undefined, context) }),
    ...(subresourceWarnings === undefined ? {} : { subresourceWarnings: mapValues(subresourceWarnings, warned) }),
  };
}

function changed<T>(check: ChangeCheck<T>) {
  return (object: ApiObject, old: ApiObject, context: WriteContext): readonly FieldError[] =>
    errorsOf(context, (at) => check(object as T, old as T, at), old);
}

function warned<T>(warnings: ChangeWarnings<T>) {
  return (object: ApiObject, old: ApiObject, context: WriteContext): readonly string[] =>
    warnings(object as T, old as T, context);
}

function mapValues<A, B>(map: Readonly<Record<string, A>>, of: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, of(value)]));
}

function errorsOf(context: WriteContext, checks: (at: FieldPath) => void, old?: ApiObject): readonly FieldError[] {
  const at = new FieldPath(context, [], { old });
  checks(at);
  return at.errors;
}
