import type { FieldError, JsonValue } from "@svc/meta";
import type { JsonObject } from "./json-object.ts";

/**
 * The expression language, as far as validating objects with expressions needs it. A server passes
 * it to its definitions; without it, expressions are not checked.
 */
export interface Expressions {
  /** Expressions of a webhook or policy, about one request. */
  admission(options: AdmissionExpressionOptions): AdmissionExpressions;
  /** Expressions that select a device. */
  devices(): DeviceExpressions;
  /**
   * Expressions about values of a schema in the form of definitions; undefined where no part of a
   * value is accessible.
   */
  values(schema: JsonObject, options: ValueExpressionOptions): ValueExpressions | undefined;
  /**
   * What the rules of a schema in the form of definitions, and of its parts, have against a value.
   * Fields are those below the value, `<nil>` for the value itself.
   */
  failures(schema: JsonObject, value: JsonValue, options: ValueExpressionOptions): readonly FieldError[];
}

/** Which variables the expressions of a webhook or policy may use. */
export interface AdmissionExpressionOptions {
  /** Whether `params` is declared. */
  readonly params: boolean;
  /** Whether `variables` is declared, even without any variable. @default false */
  readonly variables?: boolean;
}

/** The type of an expression's result, as errors name it; or the compile error. */
export type CompiledExpression =
  | { readonly type: string }
  /** `isInternal` for a well-formed expression that cannot be run. @default false */
  | { readonly error: string; readonly isInternal?: boolean };

/** Compiles the expressions of one webhook or policy. */
export interface AdmissionExpressions {
  compile(text: string): CompiledExpression;
  /** Compiles a message expression, which has no authorizer. */
  compileMessage(text: string): CompiledExpression;
  /** Compiles an expression that describes a mutation. */
  compileMutation(text: string): CompiledExpression;
  /** Like `compile`; expressions compiled later may use the result as `variables.<name>`. */
  declare(name: string, text: string): CompiledExpression;
}

/** The variable `device` is the inspected device. */
export interface DeviceExpressions {
  compile(text: string): { readonly type: string; readonly maxCost: number } | { readonly error: string };
}

/** Options of the rules that a schema declares. */
export interface ValueExpressionOptions {
  /** The prefix of schema extensions. */
  readonly prefix: string;
  /** True when values are whole objects. */
  readonly isRoot: boolean;
}

/** A rule with the upper bound of its cost, or the compile error. */
export type CompiledRule =
  | { readonly type: string; readonly maxCost: number; readonly usesOldValue: boolean }
  | {
      readonly error: string;
      /** Of a well-formed expression that cannot be run. @default it is not well-formed */
      readonly type?: string;
    };

/** The variable `self` is the value, `oldSelf` the previous one. */
export interface ValueExpressions {
  /** @param optionalOldSelf whether the previous value may be absent */
  compile(text: string, options: { readonly optionalOldSelf: boolean }): CompiledRule;
}
