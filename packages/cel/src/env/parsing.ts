import type { Library } from "../libs/library.ts";
import { read } from "../recovery/read.ts";
import type { ParsedExpr } from "../syntax/ast.ts";
import { CompileError } from "../syntax/issue.ts";
import { type Macro, macroTable } from "../syntax/macros.ts";
import type { CompileOptions, EnvOptions } from "./options.ts";

/** Parses an expression. @throws {CompileError} with every issue found */
export type Parse = (text: string, options?: CompileOptions) => ParsedExpr;

/** Returns a parser with the macros and the syntax of libraries. */
export function createParse(options: EnvOptions, libraries: readonly Library[]): Parse {
  const parsing = {
    macros: macroTable(libraries.flatMap((l): readonly Macro[] => l.macros ?? [])),
    optionalSyntax: libraries.some((l) => l.optionalSyntax === true),
    quotedFields: options.quotedFields ?? false,
    maxLength: options.maxLength ?? 100_000,
    maxDepth: options.maxDepth ?? 250,
  };
  return (text, { keepMacroCalls = false } = {}) => {
    const result = read(text, { ...parsing, keepMacroCalls });
    if ("issues" in result) throw new CompileError(text, result.issues);
    return result.parsed;
  };
}
