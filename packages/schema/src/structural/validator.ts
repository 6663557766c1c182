import { appendAll } from "@svc/base";
import type { FieldError } from "@svc/meta";

import type { Schema, StructSchema } from "../schema.ts";
import { type Check, compileObject } from "./check.ts";
import { embeddedErrors, type MetadataCheck } from "./embedded.ts";
import { listTypeErrors } from "./list-types.ts";
import { noField, runCheck } from "./run-check.ts";

/** Judges objects of one extension type. Expression rules are not its matter. */
export interface Validator {
  /**
   * What is wrong with an object, after pruning and defaulting, in the order in which it is shown:
   * of metadata only what the schema narrows.
   *
   * @param old what the object was; what was wrong before, at the same place, is let through
   */
  validate(value: unknown, old?: unknown): readonly FieldError[];
  /** The part of `validate` that is about types and constraints. */
  validateShape(value: unknown, old?: unknown): readonly FieldError[];
  /**
   * What the shape of one member of an object has against it: what a write of that member alone is
   * judged by. Paths in messages begin within the member, those of the errors' fields at the
   * object.
   */
  validateMember(name: string, value: unknown, old?: unknown): readonly FieldError[];
  /** Duplicates in lists of sets and maps, and identity and metadata of embedded objects. */
  validateContent(value: unknown, old?: unknown): readonly FieldError[];
}

export interface ValidatorOptions {
  /** @default metadata of objects within objects is not judged */
  readonly checkMetadata?: MetadataCheck;
}

/**
 * Compiles a schema, when it is first used.
 * @throws {TypeError} then, for patterns that are none
 */
export function createValidator(schema: StructSchema, options: ValidatorOptions = {}): Validator {
  const { checkMetadata = () => [] } = options;
  let compiled: Check | undefined;
  const check = (): Check => (compiled ??= compileObject(schema));
  let kinds: Extras | undefined;
  const validateContent: Validator["validateContent"] = (value, old) => {
    kinds ??= extrasOf(schema);
    const hadDuplicates = kinds.lists && old !== undefined && listTypeErrors(schema, old).length > 0;
    return [
      ...(kinds.embedded ? embeddedErrors(schema, value, checkMetadata) : []),
      ...(kinds.lists && !hadDuplicates ? listTypeErrors(schema, value) : []),
    ];
  };
  const validateShape: Validator["validateShape"] = (value, old) => runCheck(check(), value, undefined, old).errors;
  return {
    validate: (value, old) => [...validateShape(value, old), ...validateContent(value, old)],
    validateShape,
    validateMember: (name, value, old) => {
      const member = check().fields?.get(name);
      if (member === undefined || value === undefined) return [];
      return runCheck(member, value, undefined, old).errors.map((error) =>
        error.field === noField ? error : { ...error, field: error.field === "" ? name : `${name}.${error.field}` },
      );
    },
    validateContent,
  };
}

/** One value against one schema. For many values, make a validator once. */
export function validate(schema: StructSchema, value: unknown, options: ValidatorOptions = {}): readonly FieldError[] {
  return createValidator(schema, options).validate(value);
}

interface Extras {
  readonly lists: boolean;
  readonly embedded: boolean;
}

/** Which checks a schema needs at all besides that of shapes. */
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
      embedded ||= next.embeddedObject === true;
      appendAll(
        all,
        next.fields.map((f) => f.schema),
      );
    }
  }
  return { lists, embedded };
}
