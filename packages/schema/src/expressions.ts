import type { FieldError, JsonValue } from "@svc/meta";
import type { JsonObject } from "./json-object.ts";

/**
 * The language of expressions, as far as accepting objects that hold expressions needs it. Who
 * makes a server gives it to the definitions; without it expressions are taken as they are.
 */
export interface Expressions {
  /** Expressions about one request, of one webhook or policy. */
  admission(options: AdmissionExpressionOptions): AdmissionExpressions;
  /** Expressions that choose a device. */
  devices(): DeviceExpressions;
  /**
   * Expressions about the values of a schema in the form of definitions; undefined where nothing of
   * a value can be seen.
   */
  values(schema: JsonObject, options: ValueExpressionOptions): ValueExpressions | undefined;
  /**
   * What the rules of a schema in the form of definitions, and of its parts, have against a value.
   * Fields are those below the value, `<nil>` for the value itself. Nothing where a rule does not
   * compile.
   */
  failures(schema: JsonObject, value: JsonValue, options: ValueExpressionOptions): readonly FieldError[];
}

export interface AdmissionExpressionOptions {
  /** Whether `params` is there. */
  readonly params: boolean;
  /** Whether `variables` is there, even before any is declared. @default false */
  readonly variables?: boolean;
}

/** The type of an expression's result, as errors name it; or why it is no expression. */
export type CompiledExpression = { readonly type: string } | { readonly error: string };

export interface AdmissionExpressions {
  compile(text: string): CompiledExpression;
  /** An expression that makes a message, where nothing can be authorized. */
  compileMessage(text: string): CompiledExpression;
  /** An expression that says how an object is to be changed. */
  compileMutation(text: string): CompiledExpression;
  /** As `compile`; what is compiled later may use the result as `variables.<name>`. */
  declare(name: string, text: string): CompiledExpression;
}

/** `device` is the one that is looked at. */
export interface DeviceExpressions {
  compile(text: string): { readonly type: string; readonly maxCost: number } | { readonly error: string };
}

export interface ValueExpressionOptions {
  /** What extensions of the schema begin with. */
  readonly prefix: string;
  /** Whether values are whole objects. */
  readonly isRoot: boolean;
}

/** A rule, and what it can cost at most each time; or why it is none. */
export type CompiledRule =
  | { readonly type: string; readonly maxCost: number; readonly usesOldValue: boolean }
  | { readonly error: string };

/** `self` is the value, `oldSelf` the one before. */
export interface ValueExpressions {
  /** @param optionalOldSelf whether the one before may be absent */
  compile(text: string, options: { readonly optionalOldSelf: boolean }): CompiledRule;
}
