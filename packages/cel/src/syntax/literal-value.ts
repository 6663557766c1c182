import type { Value } from "../values/value.ts";
import type { Token } from "./lexer.ts";
import { bytesLiteral, floatLiteral, intLiteral, stringLiteral, uintLiteral } from "./literals.ts";

const literalErrors: ReadonlyMap<string, string> = new Map([
  ["NUM_INT", "invalid int literal"],
  ["NUM_UINT", "invalid uint literal"],
  ["NUM_FLOAT", "invalid double literal"],
  ["STRING", "invalid unicode code point"],
  ["BYTES", "unable to unescape string"],
]);

/** The value of a literal, or the error message. */
export function literalValue(
  token: Token,
  negative: boolean,
): { readonly value: Value } | { readonly error: string } | undefined {
  switch (token.kind) {
    case "true":
      return { value: true };
    case "false":
      return { value: false };
    case "null":
      return { value: null };
  }
  const error = literalErrors.get(token.kind);
  if (error === undefined) return undefined;
  const value = numberOrText(token, negative);
  return value === undefined ? { error } : { value };
}

function numberOrText({ kind, text }: Token, negative: boolean): Value | undefined {
  switch (kind) {
    case "NUM_INT":
      return intLiteral(text, negative);
    case "NUM_UINT":
      return uintLiteral(text);
    case "NUM_FLOAT":
      return floatLiteral(text, negative);
    case "STRING":
      return stringLiteral(text);
    default:
      return bytesLiteral(text);
  }
}
