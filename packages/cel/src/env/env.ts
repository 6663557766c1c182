import {
  aBoolean,
  aNonNegativeNumber,
  anObject,
  aString,
  checkArgument,
  either,
  listOf,
  oneOf,
  optional,
  optionsOf,
  recordOf,
} from "@svc/base/check";
import type { CheckedExpr } from "../check/check-state.ts";
import type { Declarations } from "../declarations/scope.ts";
import type { Library } from "../libs/library.ts";
import { standardLibrary } from "../libs/standard.ts";
import type { ParsedExpr } from "../syntax/ast.ts";
import { createChecking } from "./checking.ts";
import { declare } from "./declare.ts";
import type { CompileOptions, EnvOptions } from "./options.ts";
import { createParse } from "./parsing.ts";
import { createProgram, type Program } from "./program.ts";

/** Compiles expressions against one set of declarations. Immutable; `extend` returns another. */
export interface Env {
  /** @throws {CompileError} with every issue found; {TypeError} for what is not text */
  readonly compile: (text: string, options?: CompileOptions) => Program;
  /** Returns the syntax tree. @throws {CompileError} */
  readonly parse: (text: string, options?: CompileOptions) => ParsedExpr;
  /** Returns the tree with types. @throws {CompileError} */
  readonly check: (parsed: ParsedExpr) => CheckedExpr;
  /** Returns an environment with more declarations; the present ones are not read again. */
  readonly extend: (options: Pick<EnvOptions, "variables" | "libraries" | "container">) => Env;
  readonly declarations: Declarations;
}

const envOptions = optionsOf<EnvOptions>({
  variables: optional(recordOf(either(aString, anObject))),
  libraries: optional(listOf(anObject)),
  standard: optional(anObject),
  container: optional(aString),
  quotedFields: optional(aBoolean),
  repeatedKeys: optional(oneOf("error", "last")),
  strictOptionals: optional(aBoolean),
  clusterSemantics: optional(aBoolean),
  maxLength: optional(aNonNegativeNumber),
  maxDepth: optional(aNonNegativeNumber),
});

/** Creates an environment. @throws {TypeError} for a declaration that cannot be read. */
export function createEnv(options: EnvOptions = {}): Env {
  checkArgument("createEnv: options", options, envOptions);
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
  const parse = createParse(options, libraries);
  const { check, resolve } = createChecking(declarations, libraries);
  return {
    declarations,
    parse,
    check,
    compile(text, compileOptions = {}) {
      checkArgument("compile: text", text, aString);
      const parsed = parse(text, compileOptions);
      return createProgram(compileOptions.check === false ? resolve(parsed) : check(parsed), declarations);
    },
    extend({ variables = {}, libraries: further = [], container = declarations.container }) {
      const added = declare({ ...declarations, container }, further, variables);
      return envOf(options, [...libraries, ...further], added);
    },
  };
}
