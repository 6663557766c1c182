import { twoVariableMacros } from "../syntax/macros.ts";
import type { Library } from "./library.ts";
import { mapInsert } from "./operators.ts";

/** Comprehensions over index and value, or key and value. */
export function twoVariableLibrary(): Library {
  return { name: "two-variable comprehensions", macros: twoVariableMacros, functions: [mapInsert] };
}
