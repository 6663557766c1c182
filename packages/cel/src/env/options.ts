import type { NativeType } from "../declarations/native-type.ts";
import type { Type } from "../declarations/types.ts";
import type { Library } from "../libs/library.ts";

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
  /** The handling of a map literal with a repeated key. @default "error" */
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
  /** True to record macro calls, so that `unparse` returns the original text. @default false */
  readonly keepMacroCalls?: boolean;
  /** `false` leaves all types to run time. @default true */
  readonly check?: boolean;
}
