import type { Value } from "../values/value.ts";
import type { ResolvedFunction } from "./functions.ts";
import type { FieldType, NativeType } from "./native-type.ts";
import { objectType, type Type } from "./types.ts";

/** A type with named fields. */
export interface ObjectTypeInfo {
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldType>;
  /** The type of undeclared fields; without it there are none. */
  readonly rest?: FieldType;
  /** Makes a value from given fields; without it the type cannot be constructed. */
  readonly construct?: (fields: ReadonlyMap<string, Value>) => Value;
  /** The type that construction gives, where it is not the object type itself. */
  readonly constructed?: Type;
}

/**
 * Object types that are not declared one by one: `root`, and every name that begins with `root` and
 * a dot.
 */
export interface TypeFamily {
  readonly root: string;
  readonly typeOf: (name: string) => ObjectTypeInfo;
}

/** A variable in scope, as the checker sees it. */
export interface VariableInfo {
  readonly type: Type;
  readonly native?: NativeType;
  /** The value, where it is a constant of the environment. */
  readonly value?: Value;
}

/** Every name that an expression may use. */
export interface Declarations {
  readonly variables: ReadonlyMap<string, VariableInfo>;
  readonly functions: ReadonlyMap<string, ResolvedFunction>;
  readonly objectTypes: ReadonlyMap<string, ObjectTypeInfo>;
  /** By their roots. */
  readonly typeFamilies: ReadonlyMap<string, TypeFamily>;
  /** Type names that are values. */
  readonly typeNames: ReadonlyMap<string, Type>;
  /** The first parts of all declared names with dots: other selections cannot be names. */
  readonly dottedRoots: ReadonlySet<string>;
  /** Names are first looked up inside, as in C++. */
  readonly container: string;
  /**
   * What a map literal with the same key twice does; equal numbers of different types are the same
   * key only for `error`.
   */
  readonly repeatedKeys: "error" | "last";
  /**
   * Whether optional selection from a value that has no parts is an error; else the part is absent.
   */
  readonly strictOptionals: boolean;
  /** Whether expressions run as in clusters where these differ from the specification. */
  readonly clusterSemantics: boolean;
}

/** The type that a name denotes as a value. Types of schemas have no names in expressions. */
export function namedType(declarations: Declarations, name: string): Type | undefined {
  const { typeNames } = declarations;
  return typeNames.get(name) ?? (objectTypeNamed(declarations, name)?.construct ? objectType(name) : undefined);
}

/** The object type of a name, declared or of a family. */
export function objectTypeNamed({ objectTypes, typeFamilies }: Declarations, name: string): ObjectTypeInfo | undefined {
  const declared = objectTypes.get(name);
  if (declared !== undefined || typeFamilies.size === 0) return declared;
  const dot = name.indexOf(".");
  return typeFamilies.get(dot < 0 ? name : name.slice(0, dot))?.typeOf(name);
}

/** The names that `name` may resolve to in a container, innermost first. */
export function candidateNames(container: string, name: string): readonly string[] {
  if (name.startsWith(".")) return [name.slice(1)];
  if (container === "") return [name];
  const parts = container.split(".");
  return [...parts.map((_, i) => `${parts.slice(0, parts.length - i).join(".")}.${name}`), name];
}
