import { aNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import { type Implementation, unplanned } from "../declarations/functions.ts";
import { opaqueType } from "../declarations/types.ts";
import { optionalMacros } from "../syntax/macros.ts";
import { keyText } from "../values/key-text.ts";
import { typeName } from "../values/type-name.ts";
import { arrayOf, CelError, type ListLike, Optional, type Value } from "../values/value.ts";
import { isZero } from "./conversions.ts";
import { fn, type Library, over } from "./library.ts";

const none: Optional = new Optional(undefined);

/** Options of the library of optional values. */
export interface OptionalsOptions {
  /** 1 adds `optFlatMap`, 2 `first`, `last`, `unwrap` and `unwrapOpt`. @default 2 */
  readonly version?: 0 | 1 | 2;
}

const optionalsOptions = optionsOf<OptionalsOptions>({
  version: optional(aNumber),
});

/**
 * Optional values: `a.?b`, `a[?k]`, `optional.of`, `orValue` and their kin.
 * @throws {TypeError} for a wrong argument
 */
export function optionalsLibrary(options: OptionalsOptions = {}): Library {
  checkArgument("optionalsLibrary: options", options, optionalsOptions);
  const version = options.version ?? 2;
  return {
    name: "optional",
    optionalSyntax: true,
    types: { optional_type: opaqueType("optional_type") },
    macros: version >= 1 ? optionalMacros : optionalMacros.slice(0, 1),
    functions: version >= 2 ? [...core, ...lists] : core,
  };
}

/** A null passes for an optional where types are checked. */
function notOptional(method: string, v: Value): CelError {
  return new CelError(`no such overload: ${method}(${typeName(v)})`);
}

const present: Implementation = (o) => (o instanceof Optional ? o.value !== undefined : notOptional("hasValue", o!));

const core = [
  fn(
    "optional.of",
    over("optional_of", "optional.of(V): optional_type(V)", (v) => new Optional(v)),
  ),
  fn(
    "optional.none",
    over("optional_none", "optional.none(): optional_type(V)", () => none),
  ),
  fn(
    "optional.ofNonZeroValue",
    over("optional_ofNonZeroValue", "optional.ofNonZeroValue(V): optional_type(V)", (v) =>
      isZero(v!) ? none : new Optional(v),
    ),
  ),
  fn("hasValue", over("optional_hasValue", "optional_type(V).hasValue(): bool", present)),
  fn("value", over("optional_value", "optional_type(V).value(): V", contentOf)),
  fn("or", over("optional_or_optional", "optional_type(V).or(optional_type(V)): optional_type(V)", unplanned)),
  fn("orValue", over("optional_orValue_value", "optional_type(V).orValue(V): V", unplanned)),
  fn("_?._", over("select_optional_field", "_?._(dyn, string): optional_type(V)", unplanned)),
  fn(
    "_[?_]",
    over("list_optindex_optional_int", "_[?_](list(V), int): optional_type(V)", unplanned),
    over("optional_list_optindex_optional_int", "_[?_](optional_type(list(V)), int): optional_type(V)", unplanned),
    over("map_optindex_optional_value", "_[?_](map(K, V), K): optional_type(V)", unplanned),
    over("optional_map_optindex_optional_value", "_[?_](optional_type(map(K, V)), K): optional_type(V)", unplanned),
  ),
  fn(
    "_[_]",
    over("optional_list_index_int", "_[_](optional_type(list(V)), int): optional_type(V)", unplanned),
    over("optional_map_index_value", "_[_](optional_type(map(K, V)), K): optional_type(V)", unplanned),
  ),
];

function contentOf(o?: Value): Value {
  if (!(o instanceof Optional)) return notOptional("value", o!);
  const { value } = o;
  return value === undefined ? new CelError("optional.none() dereference") : value;
}

function element(list: ListLike, index: number): Value {
  return list.length === 0 ? none : new Optional(list.at(index)!);
}

const unwrap: Implementation = (list) => {
  const contents: Value[] = [];
  for (const o of arrayOf(list as ListLike)) {
    if (!(o instanceof Optional)) return new CelError(`value ${keyText(o)} is not optional`);
    if (o.value !== undefined) contents.push(o.value);
  }
  return contents;
};

const lists = [
  fn(
    "first",
    over("list_first", "list(V).first(): optional_type(V)", (l) => element(l as ListLike, 0)),
  ),
  fn(
    "last",
    over("list_last", "list(V).last(): optional_type(V)", (l) => element(l as ListLike, (l as ListLike).length - 1)),
  ),
  fn("optional.unwrap", over("optional_unwrap", "optional.unwrap(list(optional_type(V))): list(V)", unwrap)),
  fn("unwrapOpt", over("optional_unwrapOpt", "list(optional_type(V)).unwrapOpt(): list(V)", unwrap)),
];
