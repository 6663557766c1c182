import { unplanned } from "../declarations/functions.ts";
import { bindMacro, existsOneMacro } from "../syntax/macros.ts";
import { fn, type Library, over } from "./library.ts";

/** `cel.bind(name, value, expression)`. */
export function bindingsLibrary(): Library {
  return { name: "bindings", macros: [bindMacro] };
}

/**
 * `cel.@block`, which optimizers write: a list of values that later ones and the result refer to as
 * `@index0`, `@index1`.
 */
export function blockLibrary(): Library {
  return {
    name: "block",
    functions: [fn("cel.@block", over("cel_block_list", "cel.@block(list(dyn), T): T", unplanned))],
  };
}

/** `existsOne` beside `exists_one`. */
export function existsOneLibrary(): Library {
  return { name: "existsOne", macros: [existsOneMacro] };
}
