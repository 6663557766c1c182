import { aFunction, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { FieldError } from "@svc/meta";
import type { MetadataCheck } from "../definition.ts";
import { aStruct, type Schema, type StructSchema } from "../schema.ts";
import { type Check, compileObject } from "./check.ts";
import { embeddedErrors } from "./embedded.ts";
import { listTypeErrors } from "./list-types.ts";
import { noField, runCheck } from "./run-check.ts";

/** Validates objects of one extension type, except for expression rules. */
export interface Validator {
  /**
   * The errors of an object, after pruning and defaulting, in shown order; of metadata only those
   * of narrowed fields.
   *
   * @param old the previous object; errors that it has at the same path are ignored
   */
  validate(value: unknown, old?: unknown): readonly FieldError[];
  /** The part of `validate` for types and constraints. */
  validateShape(value: unknown, old?: unknown): readonly FieldError[];
  /**
   * The shape errors of one member, for a write of that member alone. Paths in messages are
   * relative to the member, those of the errors' fields to the object.
   */
  validateMember(name: string, value: unknown, old?: unknown): readonly FieldError[];
  /** Duplicates in lists of sets and maps, and identity and metadata of embedded objects. */
  validateContent(value: unknown, old?: unknown): readonly FieldError[];
  /** The part of `validateContent` for lists. */
  validateLists(value: unknown, old?: unknown): readonly FieldError[];
}

/** Checks of a validator in addition to the schema. */
export interface ValidatorOptions {
  /** @default metadata of embedded objects is not checked */
  readonly checkMetadata?: MetadataCheck;
}

const validatorOptions = optionsOf<ValidatorOptions>({
  checkMetadata: optional(aFunction),
});

/**
 * Creates a validator that compiles the schema on first use.
 * @throws {TypeError} on first use of an invalid pattern
 */
export function createValidator(schema: StructSchema, options: ValidatorOptions = {}): Validator {
  checkArgument("createValidator: schema", schema, aStruct);
  checkArgument("createValidator: options", options, validatorOptions);
  const { checkMetadata = () => [] } = options;
  let compiled: Check | undefined;
  const check = (): Check => (compiled ??= compileObject(schema));
  let kinds: Extras | undefined;
  const extras = (): Extras => (kinds ??= extrasOf(schema));
  const validateLists: Validator["validateLists"] = (value, old) => {
    if (!extras().lists) return [];
    const hadDuplicates = old !== undefined && listTypeErrors(schema, old).length > 0;
    return hadDuplicates ? [] : listTypeErrors(schema, value);
  };
  const validateContent: Validator["validateContent"] = (value, old) => [
    ...(extras().embedded ? embeddedErrors(schema, value, checkMetadata) : []),
    ...validateLists(value, old),
  ];
  const validateShape: Validator["validateShape"] = (value, old) => runCheck(check(), value, old).errors;
  return {
    validate: (value, old) => [...validateShape(value, old), ...validateContent(value, old)],
    validateShape,
    validateMember: (name, value, old) => {
      const member = check().fields?.get(name);
      if (member === undefined || value === undefined) return [];
      return runCheck(member, value, old).errors.map((error) => {
        if (error.field === noField) return { ...error, field: name };
        const below = error.field.replace(/^\./, "");
        return { ...error, field: below === "" ? name : `${name}.${below}` };
      });
    },
    validateContent,
    validateLists,
  };
}

/** Validates one value. For many values, create a validator once. */
export function validate(schema: StructSchema, value: unknown, options: ValidatorOptions = {}): readonly FieldError[] {
  return createValidator(schema, options).validate(value);
}

interface Extras {
  readonly lists: boolean;
  readonly embedded: boolean;
}

/** The checks that a schema needs in addition to its shape. */
function extrasOf(schema: StructSchema): Extras {
  const seen = new Set<Schema>();
  const all: Schema[] = [schema];
  let lists = false;
  let embedded = false;
  for (let next = all.pop(); next !== undefined; next = all.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.type === "list") {
      lists ||= next.listType === "set" || next.listType === "map";
      all.push(next.items);
    } else if (next.type === "map") all.push(next.values);
    else if (next.type === "struct") {
      const isObject = next === schema || next.embeddedObject === true;
      embedded ||= next.embeddedObject === true;
      // Metadata is validated by other rules.
      for (const field of next.fields) if (!(isObject && field.name === "metadata")) all.push(field.schema);
    }
  }
  return { lists, embedded };
}
