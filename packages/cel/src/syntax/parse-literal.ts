import type { Value } from "../values/value.ts";
import type { Expr } from "./ast.ts";
import type { Token } from "./lexer.ts";
import { bytesLiteral, floatLiteral, intLiteral, stringLiteral, uintLiteral } from "./literals.ts";
import { constant, node, type Parser } from "./parser-state.ts";

const literalErrors: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    NUM_INT: "invalid int literal",
    NUM_UINT: "invalid uint literal",
    NUM_FLOAT: "invalid double literal",
    STRING: "invalid unicode code point",
    BYTES: "unable to unescape string",
  }),
);

/** A number, text, bytes, or a word that is a value. */
export function parseLiteral(p: Parser): Expr {
  const start = p.tokens.peek();
  const negative = p.tokens.take("-") !== undefined;
  const token = p.tokens.peek();
  if (negative && !/^NUM_/.test(token.kind)) {
    const text = token.kind === "<EOF>" ? "-" : `-${token.text}`;
    p.tokens.syntaxError(token, `no viable alternative at input '${text}'`);
    return constant(p, start.pos, null);
  }
  if (p.tokens.operand()) p.tokens.next();
  const value = literalValue(token, negative);
  if (value === undefined && literalErrors.get(token.kind)) p.report(start.pos, literalErrors.get(token.kind)!);
  return node(p, { kind: "const", id: p.nextId++, pos: start.pos, value: value ?? null });
}

function literalValue(token: Token, negative: boolean): Value | undefined {
  switch (token.kind) {
    case "NUM_INT":
      return intLiteral(token.text, negative);
    case "NUM_UINT":
      return uintLiteral(token.text);
    case "NUM_FLOAT":
      return floatLiteral(token.text, negative);
    case "STRING":
      return stringLiteral(token.text);
    case "BYTES":
      return bytesLiteral(token.text);
    case "true":
      return true;
    case "false":
      return false;
    default:
      return null;
  }
}
