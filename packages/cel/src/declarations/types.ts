import { quote } from "@svc/base";
import { anObject, aString, checkArgument } from "@svc/base/check";
/**
 * A CEL type. `params`: the element of a list, key and value of a map, the parameters of a type
 * that a library defines.
 */
export interface Type {
  readonly kind: TypeKind;
  /** Of objects, opaque types and type parameters; else the kind. */
  readonly name: string;
  readonly params: readonly Type[];
}

/** The kinds of types that the checker distinguishes. */
export type TypeKind =
  | "dyn"
  | "error"
  | "null"
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "timestamp"
  | "duration"
  | "any"
  | "list"
  | "map"
  | "type"
  | "wrapper"
  | "object"
  | "opaque"
  | "param";

const none: readonly Type[] = [];

function simple(kind: TypeKind): Type {
  return { kind, name: kind, params: none };
}

export const dynType: Type = simple("dyn");
export const errorType: Type = simple("error");
export const nullType: Type = simple("null");
export const boolType: Type = simple("bool");
export const intType: Type = simple("int");
export const uintType: Type = simple("uint");
export const doubleType: Type = simple("double");
export const stringType: Type = simple("string");
export const bytesType: Type = simple("bytes");
export const timestampType: Type = simple("timestamp");
export const durationType: Type = simple("duration");
export const anyType: Type = simple("any");

export function listOf(element: Type): Type {
  return { kind: "list", name: "list", params: [element] };
}

export function mapOf(key: Type, value: Type): Type {
  return { kind: "map", name: "map", params: [key, value] };
}

/** The type of a type value. */
export function typeOf(type: Type): Type {
  return { kind: "type", name: "type", params: [type] };
}

/** The type of types themselves. */
export const bareType: Type = simple("type");

export function wrapperOf(type: Type): Type {
  return { kind: "wrapper", name: "wrapper", params: [type] };
}

export function opaqueType(name: string, params: readonly Type[] = none): Type {
  return { kind: "opaque", name, params };
}

export function optionalOf(type: Type): Type {
  return opaqueType("optional_type", [type]);
}

export function objectType(name: string): Type {
  return { kind: "object", name, params: none };
}

export function typeParam(name: string): Type {
  return { kind: "param", name, params: none };
}

export function isOptional(type: Type): boolean {
  return type.kind === "opaque" && type.name === "optional_type";
}

/**
 * Formats a type for error messages and tables: `map(string, list(int))`.
 * @throws {TypeError} for a wrong argument
 */
export function formatType(type: Type): string {
  checkArgument("formatType: type", type, anObject);
  switch (type.kind) {
    case "error":
      return "!error!";
    case "param":
    case "object":
      return type.name;
    default:
      return type.params.length === 0 ? type.name : `${type.name}(${type.params.map(formatType).join(", ")})`;
  }
}

const longNames: Readonly<Partial<Record<TypeKind, string>>> = {
  null: "null_type",
  timestamp: "google.protobuf.Timestamp",
  duration: "google.protobuf.Duration",
  any: "google.protobuf.Any",
};

/** The name of the type as values of type `type` carry it. */
export function runtimeTypeName(type: Type): string {
  return longNames[type.kind] ?? type.name;
}

/** True if two types are structurally equal, parameters included. */
export function sameType(a: Type, b: Type): boolean {
  return (
    a === b ||
    (a.kind === b.kind &&
      a.name === b.name &&
      a.params.length === b.params.length &&
      a.params.every((p, i) => sameType(p, b.params[i]!)))
  );
}

const byName: ReadonlyMap<string, Type> = new Map(
  [
    dynType,
    boolType,
    intType,
    uintType,
    doubleType,
    stringType,
    bytesType,
    timestampType,
    durationType,
    anyType,
    ["null_type", nullType] as const,
    ["null", nullType] as const,
    ["google.protobuf.Timestamp", timestampType] as const,
    ["google.protobuf.Duration", durationType] as const,
    ["google.protobuf.Any", anyType] as const,
  ].map((t) => ("kind" in t ? [t.kind, t] : t) as [string, Type]),
);

/**
 * Reads a type: `int`, `list(string)`, `map(string, dyn)`, `type(int)`, `wrapper(int)`,
 * `optional_type(T)`. One capital letter is a type parameter; any other name is a type that a
 * library defines.
 * @throws {TypeError} for a wrong argument
 */
export function parseType(text: string): Type {
  checkArgument("parseType: text", text, aString);
  const { type, rest } = readType(text.trim());
  if (rest !== "") throw new TypeError(`cannot read type ${quote(text)}: unexpected ${quote(rest)}`);
  return type;
}

function readType(text: string): { readonly type: Type; readonly rest: string } {
  const name = /^[A-Za-z_][\w.]*/.exec(text)?.[0];
  if (name === undefined) throw new TypeError(`cannot read type ${quote(text)}`);
  let rest = text.slice(name.length).trimStart();
  const params: Type[] = [];
  if (rest.startsWith("(")) {
    do {
      const param = readType(rest.slice(1).trimStart());
      params.push(param.type);
      rest = param.rest;
    } while (rest.startsWith(","));
    if (!rest.startsWith(")")) throw new TypeError(`cannot read type ${quote(text)}: missing )`);
    rest = rest.slice(1).trimStart();
  }
  return { type: namedType(name, params), rest };
}

function namedType(name: string, params: readonly Type[]): Type {
  if (params.length === 0) return byName.get(name) ?? (/^[A-Z]$/.test(name) ? typeParam(name) : opaqueType(name));
  const [first, second] = params;
  if (name === "list" && params.length === 1) return listOf(first!);
  if (name === "map" && params.length === 2) return mapOf(first!, second!);
  if (name === "type" && params.length === 1) return typeOf(first!);
  if (name === "wrapper" && params.length === 1) return wrapperOf(first!);
  return opaqueType(name, params);
}
