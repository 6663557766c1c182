import type { Value } from "../values/value.ts";
import type { Type } from "./types.ts";

/** The readers of JavaScript data of a declared type, which need no conversion pass. */
export interface NativeType {
  readonly type: Type;
  /** Makes the CEL value of a raw one; undefined where it is one already. */
  readonly adapt: ((raw: Value) => Value) | undefined;
  /** Of an object, by CEL spelling: the property, and its type. */
  readonly fields?: ReadonlyMap<string, NativeField>;
  /** The types of the fields, where more may be declared later. */
  readonly fieldTypes?: ReadonlyMap<string, FieldType>;
  /** Of a list or a map. */
  readonly element?: NativeType;
  /**
   * The most characters, bytes, elements or entries that it may have; undefined where it has no
   * size.
   */
  readonly maxSize?: number | undefined;
}

/** A field of an object type: the property that holds it and the type of its value. */
export interface NativeField {
  readonly property: string;
  readonly native: NativeType;
  /** Whether a null is the value of the field. @default false: the field is absent then */
  readonly nullable?: boolean;
}

/** A field of an object type, in CEL spelling. */
export interface FieldType {
  readonly type: Type;
  /** Reads its raw value; without it values are already CEL values. */
  readonly native?: NativeType;
}
