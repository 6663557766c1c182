/**
 * The language of expressions, as far as accepting objects that hold expressions needs it. Who makes a server gives it to the
 * definitions; without it expressions are taken as they are.
 */
export interface Expressions {
  /** Expressions about one request, of one webhook or policy. */
  admission(options: AdmissionExpressionOptions): AdmissionExpressions;
}

export interface AdmissionExpressionOptions {
  /** Whether `params` is there. */
  readonly params: boolean;
}

/** The type of an expression's result, as errors name it; or why it is no expression. */
export type CompiledExpression = { readonly type: string } | { readonly error: string };

export interface AdmissionExpressions {
  compile(text: string): CompiledExpression;
  /** An expression that makes a message, where nothing can be authorized. */
  compileMessage(text: string): CompiledExpression;
  /** As `compile`; what is compiled later may use the result as `variables.<name>`. */
  declare(name: string, text: string): CompiledExpression;
}
