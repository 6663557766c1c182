import { aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { JsonValue } from "@svc/meta";
import fc from "fast-check";
import {
  aStruct,
  type Field,
  type ListSchema,
  type Schema,
  type StringSchema,
  type StructSchema,
  type Validations,
} from "../schema.ts";
import { jsonKey } from "../structural/json-equal.ts";
import { isObject, keyOf } from "../structural/previous-item.ts";
import { formatSamples, randomSpecial } from "./random-scalars.ts";

/** Bounds of generated objects. */
export interface RandomObjectOptions {
  /** From this depth on only required fields are generated. @default 6 */
  readonly maxDepth?: number;
  /** Upper bound of items in lists and maps, where the schema allows it. @default 3 */
  readonly maxItems?: number;
}

const randomObjectOptions = optionsOf<RandomObjectOptions>({
  maxDepth: optional(aNonNegativeNumber),
  maxItems: optional(aNonNegativeNumber),
});

/**
 * Generates objects of a schema, for property tests: types, formats, bounds and keys are valid.
 * Alternatives, expression rules, and dependencies between fields are ignored.
 * @throws {TypeError} for a wrong argument
 */
export function randomObject(
  schema: StructSchema,
  options: RandomObjectOptions = {},
): fc.Arbitrary<Readonly<Record<string, JsonValue>>> {
  checkArgument("randomObject: schema", schema, aStruct);
  checkArgument("randomObject: options", options, randomObjectOptions);
  const { maxDepth = 6, maxItems = 3 } = options;
  const known = new Map<string, fc.Arbitrary<unknown>>();
  const ids = new Map<Schema, number>();

  const arbitraryOf = (of: Schema, depth: number): fc.Arbitrary<unknown> => {
    const id = `${ids.get(of) ?? ids.set(of, ids.size).size - 1} ${depth}`;
    let made = known.get(id);
    if (made === undefined) {
      made = of.nullable === true ? fc.option(plain(of, depth)) : plain(of, depth);
      known.set(id, made);
    }
    return made;
  };

  const plain = (of: Schema, depth: number): fc.Arbitrary<unknown> => {
    const { validations = {} } = of;
    if (validations.enum !== undefined) return fc.constantFrom(...validations.enum.filter((v) => v !== null));
    switch (of.type) {
      case "string":
        return textOf(of, validations);
      case "integer":
        return integerOf(of.format, validations);
      case "number":
        return numberOf(validations);
      case "boolean":
        return fc.boolean();
      case "bytes":
        return fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString("base64"));
      case "list":
        return listOf(of, validations, depth);
      case "map": {
        const { minProperties = 0, maxProperties = Math.max(maxItems, minProperties) } = validations;
        const size = { minKeys: minProperties, maxKeys: maxProperties };
        return fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), arbitraryOf(of.values, depth + 1), size);
      }
      case "struct":
        return structOf(of, depth);
      default:
        return randomSpecial(of);
    }
  };

  const listOf = (of: ListSchema, validations: Validations, depth: number): fc.Arbitrary<unknown> => {
    const { minItems = 0, maxItems: most = Math.max(maxItems, minItems) } = validations;
    const size = { minLength: minItems, maxLength: most };
    const items = arbitraryOf(of.items, depth + 1);
    if (of.listType === "set" || validations.uniqueItems === true)
      return fc.uniqueArray(items, { ...size, selector: jsonKey });
    if (of.listType !== "map") return fc.array(items, size);
    const { keys = [] } = of;
    return fc.uniqueArray(items, { ...size, selector: (v) => jsonKey(isObject(v) ? keyOf(v, keys) : v) });
  };

  const structOf = (of: StructSchema, depth: number): fc.Arbitrary<unknown> => {
    const isThere = (field: Field): boolean => field.required === true;
    const fields = depth < maxDepth ? of.fields : of.fields.filter(isThere);
    const members = Object.fromEntries(fields.map((f) => [f.name, arbitraryOf(f.schema, depth + 1)]));
    return fc.record(members, { requiredKeys: fields.filter(isThere).map((f) => f.name), noNullPrototype: true });
  };

  return structOf(schema, 0) as fc.Arbitrary<Readonly<Record<string, JsonValue>>>;
}

function textOf({ enum: values, format }: StringSchema, validations: Validations): fc.Arbitrary<string> {
  const { pattern, minLength = 0, maxLength = Math.max(minLength, 10) } = validations;
  if (values !== undefined) return fc.constantFrom(...values);
  const samples = format === undefined ? undefined : formatSamples[format];
  if (samples !== undefined) return fc.constantFrom(...samples);
  if (pattern !== undefined) {
    return fc.stringMatching(new RegExp(pattern, "u")).filter((t) => {
      const { length } = [...t];
      return length >= minLength && length <= (validations.maxLength ?? Number.POSITIVE_INFINITY);
    });
  }
  return fc.string({ minLength, maxLength });
}

/** Within the range that every language holds exactly. */
function integerOf(format: "int32" | "int64", validations: Validations): fc.Arbitrary<number> {
  const { multipleOf = 1, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = validations;
  const [least, most] =
    format === "int32" ? [-(2 ** 31), 2 ** 31 - 1] : [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const min = minimum === undefined ? least : Math.ceil(minimum) + (exclusiveMinimum === true ? 1 : 0);
  const max = maximum === undefined ? most : Math.floor(maximum) - (exclusiveMaximum === true ? 1 : 0);
  const step = Math.max(1, Math.trunc(multipleOf));
  return fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((n) => n * step);
}

function numberOf({ minimum, maximum, multipleOf, ...bounds }: Validations): fc.Arbitrary<number> {
  if (multipleOf !== undefined) return integerOf("int32", { ...bounds, ...defined({ minimum, maximum }), multipleOf });
  return fc
    .double({
      ...(minimum === undefined ? {} : { min: minimum, minExcluded: bounds.exclusiveMinimum === true }),
      ...(maximum === undefined ? {} : { max: maximum, maxExcluded: bounds.exclusiveMaximum === true }),
      noNaN: true,
      noDefaultInfinity: true,
    })
    .map((n) => (Object.is(n, -0) ? 0 : n));
}

function defined({ minimum, maximum }: { minimum: number | undefined; maximum: number | undefined }): Validations {
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}
