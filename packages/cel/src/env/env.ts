import type { CheckedExpr } from "../check/check-state.ts";
import { check } from "../check/checker.ts";
import { type ResolvedFunction, type ResolvedOverload, resolveFunction } from "../check/declarations.ts";
import type { Declarations, VariableInfo } from "../check/scope.ts";
import { parseType, type Type } from "../check/types.ts";
import { resolveUnchecked } from "../check/unchecked.ts";
import type { Inspection, Library, Validator } from "../libs/library.ts";
import { standardLibrary } from "../libs/standard.ts";
import { nativeOf, objectTypesOf } from "../schema/native.ts";
import type { NativeType } from "../schema/native-type.ts";
import { type Expr, forEachChild, type ParsedExpr } from "../syntax/ast.ts";
import { CompileError, type Issue, issueAt, sortIssues } from "../syntax/issue.ts";
import { type Macro, macroTable } from "../syntax/macros.ts";
import { parse } from "../syntax/parser.ts";
import type { ParseOptions } from "../syntax/parser-state.ts";
import { createProgram, type Program } from "./program.ts";

/**
 * The type of a variable: as text (`"map(string, dyn)"`), as a type, or declared with how its data
 * is read.
 */
export type VariableType = string | Type | NativeType;

/** Options of an environment: its variables, libraries and syntax. */
export interface EnvOptions {
  /** @default {} */
  readonly variables?: Readonly<Record<string, VariableType>>;
  /**
   * What may be used beside the standard. A library that declares a function again adds to it.
   * @default []
   */
  readonly libraries?: readonly Library[];
  /** The standard library, or another in its place. @default standardLibrary() */
  readonly standard?: Library;
  /** Names are first looked up in it. @default "" */
  readonly container?: string;
  /** Whether fields may be written in backquotes. @default false */
  readonly quotedFields?: boolean;
  /** What a map literal with the same key twice does. @default "error" */
  readonly repeatedKeys?: "error" | "last";
  /**
   * Whether optional selection from a value that has no parts is an error; else the part is absent.
   * @default true
   */
  readonly strictOptionals?: boolean;
  /**
   * Whether expressions run as in clusters where these differ from the specification: names cannot
   * have types as values, a constant that can be no key is found while compiling, and an optional
   * that is read from a name or a conditional is one of plain data (an optional within becomes its
   * content, and values of some libraries become errors).
   * @default false
   */
  readonly clusterSemantics?: boolean;
  /** The longest expression, in code points. @default 100_000 */
  readonly maxLength?: number;
  /** The most levels of nesting. @default 250 */
  readonly maxDepth?: number;
}

/** Options of parsing and checking one expression. */
export interface CompileOptions {
  /**
   * Whether macro calls are remembered, so that `unparse` gives back what was written. @default
   * false
   */
  readonly keepMacroCalls?: boolean;
  /** `false` leaves all types to run time. @default true */
  readonly check?: boolean;
}

/** What expressions are compiled against. It never changes; `extend` makes another. */
export interface Env {
  /** @throws {CompileError} with every issue found. */
  readonly compile: (text: string, options?: CompileOptions) => Program;
  /** The syntax tree. @throws {CompileError} */
  readonly parse: (text: string, options?: CompileOptions) => ParsedExpr;
  /** The tree with types. @throws {CompileError} */
  readonly check: (parsed: ParsedExpr) => CheckedExpr;
  /** The same with more, at little cost: what was declared before is not read again. */
  readonly extend: (options: Pick<EnvOptions, "variables" | "libraries" | "container">) => Env;
  readonly declarations: Declarations;
}

/** Puts an environment together. @throws {TypeError} where a declaration cannot be read. */
export function createEnv(options: EnvOptions = {}): Env {
  const libraries = [options.standard ?? standardLibrary(), ...(options.libraries ?? [])];
  const { container = "", repeatedKeys = "error", strictOptionals = true } = options;
  const nothing: Declarations = {
    functions: new Map(),
    typeNames: new Map(),
    objectTypes: new Map(),
    typeFamilies: new Map(),
    variables: new Map(),
    dottedRoots: new Set(),
    container,
    repeatedKeys,
    strictOptionals,
    clusterSemantics: options.clusterSemantics ?? false,
  };
  return envOf(options, libraries, declare(nothing, libraries, options.variables ?? {}));
}

function envOf(options: EnvOptions, libraries: readonly Library[], declarations: Declarations): Env {
  const parsing: ParseOptions = {
    macros: macroTable(libraries.flatMap((l): readonly Macro[] => l.macros ?? [])),
    optionalSyntax: libraries.some((l) => l.optionalSyntax === true),
    quotedFields: options.quotedFields ?? false,
    maxLength: options.maxLength ?? 100_000,
    maxDepth: options.maxDepth ?? 250,
    keepMacroCalls: false,
  };
  const validators = libraries.flatMap((l): readonly Validator[] => l.validators ?? []);
  const parseText = (text: string, { keepMacroCalls = false }: CompileOptions = {}): ParsedExpr => {
    const result = parse(text, { ...parsing, keepMacroCalls });
    if ("issues" in result) throw new CompileError(text, result.issues);
    return result.parsed;
  };
  const checkTree = (parsed: ParsedExpr): CheckedExpr => {
    const result = check(parsed, declarations);
    if ("issues" in result) throw new CompileError(parsed.source, result.issues);
    validate(result.checked, validators);
    return result.checked;
  };
  const resolveTree = (parsed: ParsedExpr): CheckedExpr => {
    const result = resolveUnchecked(parsed, declarations);
    if ("issues" in result) throw new CompileError(parsed.source, result.issues);
    return result.checked;
  };
  return {
    declarations,
    parse: parseText,
    check: checkTree,
    compile(text, compileOptions = {}) {
      const parsed = parseText(text, compileOptions);
      return createProgram(compileOptions.check === false ? resolveTree(parsed) : checkTree(parsed), declarations);
    },
    extend({ variables = {}, libraries: further = [], container = declarations.container }) {
      const added = declare({ ...declarations, container }, further, variables);
      return envOf(options, [...libraries, ...further], added);
    },
  };
}

function validate(checked: CheckedExpr, validators: readonly Validator[]): void {
  if (validators.length === 0) return;
  const issues: Issue[] = [];
  const report: Inspection["report"] = ({ pos }, message) => issues.push(issueAt(checked.source, pos, message));
  let inspection: Inspection = { checked, report, inFormat: false };
  const visit = (e: Expr): void => {
    for (const validator of validators) validator(e, inspection);
    if (e.kind !== "call" || e.fn !== "format") {
      forEachChild(e, visit);
      return;
    }
    if (e.target) visit(e.target);
    const outside = inspection;
    inspection = { checked, report, inFormat: true };
    e.args.forEach(visit);
    inspection = outside;
  };
  visit(checked.expr);
  if (issues.length > 0) throw new CompileError(checked.source, sortIssues(issues));
}

/** What was declared before, with more. */
function declare(
  before: Declarations,
  libraries: readonly Library[],
  given: Readonly<Record<string, VariableType>>,
): Declarations {
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
  for (const [name, declared] of Object.entries(given)) {
    const variable = variableInfo(declared);
    variables.set(name, variable);
    if (variable.native) for (const [type, info] of objectTypesOf(variable.native)) objectTypes.set(type, info);
  }
  for (const { overloads } of resolved) {
    for (const overload of overloads) checkTypes(overload, (name) => typeNames.has(name) || objectTypes.has(name));
  }
  const constructible = [...objectTypes.values()].filter((t) => t.construct).map((t) => t.name);
  const dotted = [...typeNames.keys(), ...constructible, ...variables.keys()].filter((name) => name.includes("."));
  const dottedRoots = new Set([...dotted.map((name) => name.slice(0, name.indexOf("."))), ...typeFamilies.keys()]);
  return { ...before, functions, typeNames, objectTypes, typeFamilies, variables, dottedRoots };
}

/**
 * Rejects signatures with an undeclared plain type name. Names with dots may belong to libraries
 * that are not loaded.
 */
function checkTypes({ signature, args, result }: ResolvedOverload, isDeclared: (name: string) => boolean): void {
  const check = ({ kind, name, params }: Type): void => {
    if (kind === "opaque" && params.length === 0 && !name.includes(".") && !isDeclared(name)) {
      throw new TypeError(`signature ${JSON.stringify(signature)} names an undeclared type ${JSON.stringify(name)}`);
    }
    params.forEach(check);
  };
  [...args, result].forEach(check);
}

/** The overloads of both; one with the same name as before takes its place. */
function merge(known: ResolvedFunction | undefined, added: ResolvedFunction): ResolvedFunction {
  if (!known) return added;
  const replaced = new Set(added.overloads.map((o) => o.id));
  return {
    name: known.name,
    fold: known.fold || added.fold,
    mismatch: known.mismatch,
    overloads: [...known.overloads.filter((o) => !replaced.has(o.id)), ...added.overloads],
  };
}

function variableInfo(declared: VariableType): VariableInfo {
  if (typeof declared !== "string" && "type" in declared) return { type: declared.type, native: declared };
  const type = typeof declared === "string" ? parseType(declared) : declared;
  const native = nativeOf(type);
  return native ? { type, native } : { type };
}
