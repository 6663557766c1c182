import { dynType } from "../declarations/types.ts";
import type { Library } from "../libs/library.ts";
import type { Expr } from "../syntax/ast.ts";
import type { MacroBuilder } from "../syntax/builder.ts";

type Expand = (b: MacroBuilder, args: readonly Expr[]) => Expr;

function celMacro(name: string, args: number, expand: Expand): NonNullable<Library["macros"]>[number] {
  return {
    name,
    receiver: true,
    args,
    expand: (b, target, given) => (target?.kind === "ident" && target.name === "cel" ? expand(b, given) : undefined),
  };
}

const number = (e: Expr | undefined): string => String(e?.kind === "const" ? e.value : "");

/**
 * The macros with which conformance cases write blocks, which only optimizers make: `cel.block`,
 * `cel.index`, `cel.iterVar`, `cel.accuVar`.
 */
export const blockMacros: Library = {
  name: "block macros",
  macros: [
    celMacro("block", 2, (b, args) => b.call("cel.@block", ...args)),
    celMacro("index", 1, (b, [n]) => b.ident(`@index${number(n)}`)),
    celMacro("iterVar", 2, (b, [n, m]) => b.ident(`@it:${number(n)}:${number(m)}`)),
    celMacro("accuVar", 2, (b, [n, m]) => b.ident(`@ac:${number(n)}:${number(m)}`)),
  ],
};

/** The names that blocks refer to, for the checker. */
export const blockVariables: Readonly<Record<string, typeof dynType>> = Object.fromEntries(
  Array.from({ length: 32 }, (_, i) => [`@index${i}`, dynType]),
);
