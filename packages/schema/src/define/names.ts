/** The names of a declared type, as literals where the declaration has literals. */
export interface DefinedNames {
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
  readonly namespaced: boolean;
}

type Vowel = "a" | "e" | "i" | "o" | "u";
type WithEs = "ss" | "x" | "z" | "ch" | "sh" | "us";

type PluralOfWord<W extends string> = W extends `${infer Head}y`
  ? Head extends "" | `${string}${Vowel}`
    ? `${W}s`
    : `${Head}ies`
  : W extends `${string}${WithEs}`
    ? `${W}es`
    : W extends `${string}s`
      ? W
      : `${W}s`;

/** The type of `pluralOf(kind)`. */
export type PluralOf<Kind extends string> = PluralOfWord<Lowercase<Kind>>;
