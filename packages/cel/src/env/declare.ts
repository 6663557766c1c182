import { quote } from "@svc/base";
import { type ResolvedFunction, resolveFunction } from "../declarations/functions.ts";
import type { Declarations, VariableInfo } from "../declarations/scope.ts";
import { parseType, type Type } from "../declarations/types.ts";
import type { Library } from "../libs/library.ts";
import { nativeOf, objectTypesOf } from "../schema/native.ts";
import type { VariableType } from "./options.ts";

/**
 * Returns declarations with those of libraries and variables added.
 * @throws {TypeError} for a signature or a type of a variable that cannot be read or names an
 * undeclared type
 */
export function declare(
  before: Declarations,
  libraries: readonly Library[],
  newVariables: Readonly<Record<string, VariableType>>,
): Declarations {
  const declarations = withAdded(before, libraries, newVariables);
  const isDeclared = (name: string): boolean => declarations.typeNames.has(name) || declarations.objectTypes.has(name);
  for (const [name, declared] of Object.entries(newVariables)) {
    const { type } = declarations.variables.get(name)!;
    if (typeof declared === "string") checkTypes(`variable ${quote(name)}`, [type], isDeclared);
  }
  return declarations;
}

function withAdded(
  before: Declarations,
  libraries: readonly Library[],
  newVariables: Readonly<Record<string, VariableType>>,
): Declarations {
  if (libraries.length === 0) return withVariables(before, newVariables);
  const functions = new Map(before.functions);
  const typeNames = new Map(before.typeNames);
  const objectTypes = new Map(before.objectTypes);
  const typeFamilies = new Map(before.typeFamilies);
  const variables = new Map(before.variables);
  const resolved: ResolvedFunction[] = [];
  for (const library of libraries) {
    for (const declaration of library.functions ?? []) {
      const added = resolveFunction(declaration);
      resolved.push(added);
      functions.set(added.name, merge(functions.get(added.name), added));
    }
    for (const [name, type] of Object.entries(library.types ?? {})) typeNames.set(name, type);
    for (const type of library.objectTypes ?? []) objectTypes.set(type.name, type);
    for (const family of library.typeFamilies ?? []) typeFamilies.set(family.root, family);
    for (const [name, constant] of Object.entries(library.constants ?? {})) variables.set(name, constant);
  }
  for (const [name, declared] of Object.entries(newVariables)) {
    const variable = variableInfo(declared);
    variables.set(name, variable);
    if (variable.native) for (const [type, info] of objectTypesOf(variable.native)) objectTypes.set(type, info);
  }
  for (const { overloads } of resolved) {
    for (const { signature, args, result } of overloads) {
      const isDeclared = (name: string): boolean => typeNames.has(name) || objectTypes.has(name);
      checkTypes(`signature ${quote(signature)}`, [...args, result], isDeclared);
    }
  }
  const constructible = [...objectTypes.values()].filter((t) => t.construct).map((t) => t.name);
  const dotted = [...typeNames.keys(), ...constructible, ...variables.keys()].filter((name) => name.includes("."));
  const dottedRoots = new Set([...dotted.map((name) => name.slice(0, name.indexOf("."))), ...typeFamilies.keys()]);
  return { ...before, functions, typeNames, objectTypes, typeFamilies, variables, dottedRoots };
}

/**
 * The usual case: all but the variables is as before, and shared. Environments of schemas differ in
 * nothing else.
 */
function withVariables(before: Declarations, newVariables: Readonly<Record<string, VariableType>>): Declarations {
  const objectTypes = new Map(before.objectTypes);
  const variables = new Map(before.variables);
  const dottedRoots = new Set(before.dottedRoots);
  const root = (name: string): void => {
    if (name.includes(".")) dottedRoots.add(name.slice(0, name.indexOf(".")));
  };
  for (const [name, declared] of Object.entries(newVariables)) {
    const variable = variableInfo(declared);
    variables.set(name, variable);
    root(name);
    if (!variable.native) continue;
    for (const [type, info] of objectTypesOf(variable.native)) {
      objectTypes.set(type, info);
      if (info.construct) root(info.name);
    }
  }
  return { ...before, objectTypes, variables, dottedRoots };
}

/**
 * Rejects undeclared plain type names. Names with dots may belong to libraries that are not loaded.
 */
function checkTypes(subject: string, types: readonly Type[], isDeclared: (name: string) => boolean): void {
  const check = ({ kind, name, params }: Type): void => {
    if (kind === "opaque" && params.length === 0 && !name.includes(".") && !isDeclared(name)) {
      throw new TypeError(`${subject} names an undeclared type ${quote(name)}`);
    }
    params.forEach(check);
  };
  types.forEach(check);
}

/** The overloads of both; one with the same name as before takes its place. */
function merge(existing: ResolvedFunction | undefined, added: ResolvedFunction): ResolvedFunction {
  if (!existing) return added;
  const replaced = new Set(added.overloads.map((o) => o.id));
  return {
    name: existing.name,
    fold: existing.fold || added.fold,
    mismatch: existing.mismatch,
    overloads: [...existing.overloads.filter((o) => !replaced.has(o.id)), ...added.overloads],
  };
}

function variableInfo(declared: VariableType): VariableInfo {
  if (typeof declared !== "string" && "type" in declared) return { type: declared.type, native: declared };
  const type = typeof declared === "string" ? parseType(declared) : declared;
  const native = nativeOf(type);
  return native ? { type, native } : { type };
}
