import type { JsonValue } from "@svc/meta";
import { type JsonSchema, listOfSchemas, membersOf } from "../structural/json-schema.ts";
import { keepFlags, pathWithoutForm } from "./zod-forms.ts";

/**
 * A type declared with a library that implements Standard Schema and exports JSON Schema, such as
 * Zod 4.
 */
export interface Declaration<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => DeclarationResult<Output> | Promise<DeclarationResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema: {
      readonly input: (options: {
        readonly target: "openapi-3.0";
        readonly libraryOptions?: Record<string, unknown>;
      }) => Readonly<Record<string, unknown>>;
    };
  };
}

/** The result of validating a value, as Standard Schema defines it. */
export type DeclarationResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly DeclarationIssue[] };

/** One validation error of a declaration, as Standard Schema defines it. */
export interface DeclarationIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  /** The errors of each alternative of a union, as Zod reports them; paths begin at the union. */
  readonly errors?: readonly (readonly DeclarationIssue[])[] | undefined;
}

/** The TypeScript type of a declaration's valid values. */
export type OutputOf<D extends Declaration> = NonNullable<D["~standard"]["types"]>["output"];

/** The TypeScript type of what a declaration accepts: fields with a default are optional. */
export type InputOf<D extends Declaration> = NonNullable<D["~standard"]["types"]>["input"];

/**
 * The JSON Schema of a declaration's inputs.
 * @throws {TypeError} for types that JSON cannot represent (dates, functions, symbols), and for
 * types other than objects
 */
export function jsonSchemaOf(declaration: Declaration): JsonValue {
  const json = inputSchemaOf(declaration);
  const root = membersOf(json, "a schema");
  if (!isObjectSchema(root, root))
    throw new TypeError(
      `the schema of a resource must be an object with its fields, such as spec and status, not ${nameOf(root)}`,
    );
  return json;
}

/** True if all values that a schema lets through are objects. */
function isObjectSchema(schema: JsonSchema, root: JsonSchema): boolean {
  const { type, allOf, $ref: reference } = schema;
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (type !== undefined) return type === "object" && schema["nullable"] !== true;
  if (alternatives !== undefined)
    return listOfSchemas(alternatives, "alternatives").every((one) => isObjectSchema(one, root));
  if (allOf !== undefined) return listOfSchemas(allOf, "allOf").some((one) => isObjectSchema(one, root));
  if (typeof reference !== "string") return false;
  const [, keyword = "", name = ""] = /^#\/(definitions|\$defs)\/(.+)$/.exec(reference) ?? [];
  const target = membersOf(root[keyword] ?? {}, keyword)[name];
  return target !== undefined && isObjectSchema(membersOf(target, reference), root);
}

function nameOf({ type, anyOf, oneOf }: JsonSchema): string {
  if (typeof type === "string" && type !== "object") return type === "array" ? "an array" : `a ${type}`;
  return (anyOf ?? oneOf) === undefined && type === undefined ? "any value" : "a choice with other values";
}

function inputSchemaOf(declaration: Declaration): JsonValue {
  const standard = (declaration as Declaration | undefined)?.["~standard"] as
    | Partial<Declaration["~standard"]>
    | undefined;
  if (standard?.jsonSchema === undefined)
    throw new TypeError("a schema must implement Standard Schema and export JSON Schema, as Zod 4.2 does");
  const { input } = standard.jsonSchema;
  try {
    return input({ target: "openapi-3.0", libraryOptions: { override: keepFlags } }) as JsonValue;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const path = pathWithoutForm(input);
    throw new TypeError(`${path === "" ? "the schema" : path} has no form in JSON: ${why}`, { cause: error });
  }
}

/**
 * The validation errors of a declaration for a value.
 * @throws {TypeError} for an asynchronous declaration
 */
export function issuesOf(declaration: Declaration, value: unknown): readonly DeclarationIssue[] {
  const result = declaration["~standard"].validate(value);
  if (result instanceof Promise) throw new TypeError("a schema has an asynchronous check: writes are checked at once");
  return result.issues ?? [];
}
