import { quote } from "@svc/base";
import { anObject, aString, checkArgument, either, optionsOf } from "@svc/base/check";
import type { NativeField, NativeType } from "../declarations/native-type.ts";
import { parseType, stringType } from "../declarations/types.ts";
import { escapeName } from "./names.ts";
import { nativeList, nativeMap, nativeObject, nativeOf, nativeScalar } from "./native.ts";

/** A type written as a TypeScript value, from which the type of its data follows: see `ValueOf`. */
export type TypeDeclaration =
  | ScalarName
  | { readonly list: TypeDeclaration; readonly maxItems?: number }
  | { readonly map: TypeDeclaration; readonly maxProperties?: number }
  | { readonly name: string; readonly fields: Readonly<Record<string, TypeDeclaration>> };

interface Scalars {
  readonly dyn: unknown;
  readonly bool: boolean;
  readonly int: number | bigint;
  readonly uint: number | bigint;
  readonly double: number;
  readonly string: string;
  readonly bytes: string | Uint8Array;
  readonly timestamp: string | Date;
  readonly duration: string;
}

type ScalarName = keyof Scalars;

/** The JavaScript data of a declared type; every field may be absent. */
export type ValueOf<T> = T extends ScalarName
  ? Scalars[T]
  : T extends { readonly list: infer E }
    ? readonly ValueOf<E>[]
    : T extends { readonly map: infer E }
      ? Readonly<Record<string, ValueOf<E>>>
      : T extends { readonly fields: infer F }
        ? { readonly [K in keyof F]?: ValueOf<F[K]> }
        : never;

/** The variables that a set of declarations requires. */
export type VariablesOf<T extends Readonly<Record<string, TypeDeclaration>>> = {
  readonly [K in keyof T]?: ValueOf<T[K]>;
};

const expectedDeclaration = either(aString, anObject);
const aStructDeclaration = optionsOf<{ readonly name: string; readonly fields: object }>({
  name: aString,
  fields: anObject,
});

/**
 * Makes the type of a variable from a declaration.
 * @throws {TypeError} where a field has a name that expressions cannot write.
 */
export function declareType(declaration: TypeDeclaration): NativeType {
  checkArgument("declareType: declaration", declaration, expectedDeclaration);
  if (typeof declaration === "string") {
    const type = parseType(declaration);
    return nativeOf(type) ?? nativeScalar(type);
  }
  if ("list" in declaration) return nativeList(declareType(declaration.list), declaration.maxItems);
  if ("map" in declaration) return nativeMap(stringType, declareType(declaration.map), declaration.maxProperties);
  checkArgument("declareType: declaration", declaration, aStructDeclaration);
  const fields = new Map<string, NativeField>();
  for (const [property, type] of Object.entries(declaration.fields)) {
    const name = escapeName(property);
    if (name === undefined)
      throw new TypeError(`field ${quote(property)} of ${declaration.name} cannot be written in an expression`);
    fields.set(name, { property, native: declareType(type) });
  }
  return nativeObject(declaration.name, fields);
}
