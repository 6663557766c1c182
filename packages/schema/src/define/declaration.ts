import type { JsonValue } from "@svc/meta";

/**
 * A type that is declared in a library of the user's choice: one that speaks Standard Schema, and
 * can say what it declares as JSON Schema. Zod 4 does.
 */
export interface Declaration<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => DeclarationResult<Output> | Promise<DeclarationResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: "openapi-3.0" }) => Readonly<Record<string, unknown>>;
    };
  };
}

export type DeclarationResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly DeclarationIssue[] };

export interface DeclarationIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The TypeScript type of what a declaration lets through. */
export type OutputOf<D extends Declaration> = NonNullable<D["~standard"]["types"]>["output"];

/**
 * What a declaration says, as JSON Schema of inputs.
 * @throws {TypeError} for what JSON cannot hold: dates, functions, symbols
 */
export function jsonSchemaOf(declaration: Declaration): JsonValue {
  const standard = declaration["~standard"] as Partial<Declaration["~standard"]> | undefined;
  if (standard?.jsonSchema === undefined)
    throw new TypeError(
      "a schema must speak Standard Schema and be able to say what it is as JSON Schema, as Zod 4.2 does",
    );
  try {
    return standard.jsonSchema.input({ target: "openapi-3.0" }) as JsonValue;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(`the schema has no form in JSON: ${why}`, { cause: error });
  }
}

/**
 * What a declaration finds wrong with a value.
 * @throws {TypeError} when it would have to wait to find out
 */
export function issuesOf(declaration: Declaration, value: unknown): readonly DeclarationIssue[] {
  const result = declaration["~standard"].validate(value);
  if (result instanceof Promise) throw new TypeError("the checks of a schema must answer at once");
  return result.issues ?? [];
}
