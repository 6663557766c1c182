import {
  anyType,
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullType,
  objectType,
  opaqueType,
  stringType,
  type Type,
  timestampType,
  typeOf,
  typeParam,
  uintType,
  wrapperOf,
} from "../declarations/types.ts";
import { createMapBuilder } from "../values/map.ts";
import { parseDuration, parseTimestamp } from "../values/time.ts";
import { bigIntValue, doubleValue, TypeValue, uintValue, type Value } from "../values/value.ts";

/** JSON of the specification's test messages. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface SpecCase {
  readonly original: {
    readonly name?: string;
    readonly expr: string;
    readonly value?: Json;
    readonly evalError?: Json;
    readonly typeEnv?: readonly {
      readonly name: string;
      readonly ident?: { readonly type: Json };
      readonly function?: Json;
    }[];
    readonly bindings?: Readonly<Record<string, { readonly value: Json }>>;
    readonly container?: string;
    readonly disableCheck?: boolean;
    readonly checkOnly?: boolean;
    readonly typedResult?: { readonly result?: Json; readonly deducedType?: Json };
  };
  readonly ast?: string;
  readonly checkedAst?: string;
  readonly type?: string;
  readonly error?: string;
}

export interface SpecSuite {
  readonly name: string;
  readonly suites?: readonly SpecSuite[];
  readonly tests?: readonly SpecCase[];
}

/** Every case of a suite with the path of its name. */
export function casesOf(suite: SpecSuite, path = ""): readonly (SpecCase & { readonly path: string })[] {
  const own = (suite.tests ?? []).map((t) => ({ ...t, path: `${path}${t.original.name ?? t.original.expr}` }));
  return [...own, ...(suite.suites ?? []).flatMap((s) => casesOf(s, `${path}${s.name}/`))];
}

type Fields = { readonly [key: string]: Json };

const primitives: Readonly<Record<string, Type>> = {
  BOOL: boolType,
  INT64: intType,
  UINT64: uintType,
  DOUBLE: doubleType,
  STRING: stringType,
  BYTES: bytesType,
};
const wellKnown: Readonly<Record<string, Type>> = { ANY: anyType, TIMESTAMP: timestampType, DURATION: durationType };
const messages: Readonly<Record<string, Type>> = {
  "google.protobuf.Timestamp": timestampType,
  "google.protobuf.Duration": durationType,
};

export function typeFromJson(json: Json): Type {
  const [kind, value] = Object.entries(json as Fields)[0] as [string, Json];
  const inner = value as Fields;
  switch (kind) {
    case "primitive":
      return primitives[value as string]!;
    case "wrapper":
      return wrapperOf(primitives[value as string]!);
    case "null":
      return nullType;
    case "dyn":
      return dynType;
    case "listType":
      return listOf(typeFromJson(inner["elemType"]!));
    case "mapType":
      return mapOf(typeFromJson(inner["keyType"]!), typeFromJson(inner["valueType"]!));
    case "wellKnown":
      return wellKnown[value as string]!;
    case "messageType":
      return messages[value as string] ?? objectType(value as string);
    case "typeParam":
      return typeParam(value as string);
    case "abstractType":
      return opaqueType(inner["name"] as string, ((inner["parameterTypes"] ?? []) as Json[]).map(typeFromJson));
    case "type":
      return typeOf(typeFromJson(value));
    default:
      throw new Error(`type ${kind}`);
  }
}

export function valueFromJson(json: Json): Value {
  const [kind, value] = Object.entries(json as Fields)[0] as [string, Json];
  switch (kind) {
    case "int64Value":
      return bigIntValue(BigInt(value as string));
    case "uint64Value":
      return uintValue(BigInt(value as string));
    case "doubleValue":
      return doubleValue(Number(value));
    case "bytesValue":
      return Uint8Array.from(Buffer.from(value as string, "base64"));
    case "typeValue":
      return new TypeValue(value as string);
    case "listValue":
      return (((value as Fields)["values"] ?? []) as Json[]).map(valueFromJson);
    case "mapValue": {
      const map = createMapBuilder();
      for (const entry of ((value as Fields)["entries"] ?? []) as Fields[]) {
        map.add(valueFromJson(entry["key"]!), valueFromJson(entry["value"]!));
      }
      return map.build();
    }
    case "objectValue":
      return messageFromJson(value as Fields);
    default:
      return value as Value;
  }
}

function messageFromJson(json: Fields): Value {
  const type = String(json["@type"]).replace("type.googleapis.com/", "");
  if (type === "google.protobuf.Duration") return parseDuration(json["value"] as string)!;
  if (type === "google.protobuf.Timestamp") return parseTimestamp(json["value"] as string)!;
  throw new Error(`message ${type}`);
}
