import type { TokenKind } from "../syntax/lexer.ts";
import { createNetwork, type Network, type Part } from "./network.ts";

const token = (...kinds: readonly TokenKind[]): Part => ({ kind: "token", kinds });
const rule = (name: string): Part => ({ kind: "rule", name });
const sequence = (...parts: readonly Part[]): Part => ({ kind: "sequence", parts });
const optional = (...parts: readonly Part[]): Part => ({ kind: "optional", part: sequence(...parts) });
const many = (...parts: readonly Part[]): Part => ({ kind: "many", part: sequence(...parts) });
const some = (...parts: readonly Part[]): Part => ({ kind: "some", part: sequence(...parts) });
const choice = (...alternatives: readonly Part[]): Part => ({ kind: "choice", alternatives });
/** Gives the tree of the rule this name. */
const labelled = (label: string, ...parts: readonly Part[]): Part => ({
  kind: "labelled",
  label,
  part: sequence(...parts),
  wraps: false,
});
/** Makes the parts that were read so far the first part of a tree with this label. */
const wrapped = (label: string, ...parts: readonly Part[]): Part => ({
  kind: "labelled",
  label,
  part: sequence(...parts),
  wraps: true,
});

const name = token("IDENTIFIER");
const list = (...item: readonly Part[]): Part => sequence(...item, many(token(","), ...item));
const call = [token("("), optional(rule("exprList")), token(")")];

/**
 * The grammar of the language, with the rules and alternatives of its published grammar, since they
 * decide which tokens an error names and where the reader resumes after an error.
 */
export const grammar: Network = createNetwork({
  start: sequence(rule("expr"), token("<EOF>")),
  expr: sequence(rule("or"), optional(labelled("conditional", token("?"), rule("or"), token(":"), rule("expr")))),
  or: logic("and", "||"),
  and: logic("relation", "&&"),
  relation: binary("calc", "==", "!=", "in", "<", "<=", ">=", ">"),
  calc: binary("unary", "*", "/", "%", "+", "-"),
  unary: choice(
    labelled("operand", rule("member")),
    labelled("not", some(token("!")), rule("member")),
    labelled("negation", some(token("-")), rule("member")),
  ),
  member: sequence(
    rule("primary"),
    many(
      choice(
        wrapped("select", token("."), optional(token("?")), rule("fieldName")),
        wrapped("memberCall", token("."), name, ...call),
        wrapped("index", token("["), optional(token("?")), rule("expr"), token("]")),
      ),
    ),
  ),
  primary: choice(
    labelled("ident", optional(token(".")), name),
    labelled("call", optional(token(".")), name, ...call),
    labelled("nested", token("("), rule("expr"), token(")")),
    labelled("list", token("["), optional(rule("elements")), optional(token(",")), token("]")),
    labelled("map", token("{"), optional(rule("entries")), optional(token(",")), token("}")),
    labelled(
      "message",
      optional(token(".")),
      name,
      many(token("."), name),
      token("{"),
      optional(rule("fields")),
      optional(token(",")),
      token("}"),
    ),
    labelled("constant", rule("literal")),
  ),
  exprList: list(rule("expr")),
  elements: list(rule("element")),
  fields: list(rule("field"), token(":"), rule("expr")),
  field: sequence(optional(token("?")), rule("fieldName")),
  entries: list(rule("element"), token(":"), rule("expr")),
  fieldName: choice(labelled("plainName", name), labelled("quotedName", token("ESC_IDENTIFIER"))),
  element: sequence(optional(token("?")), rule("expr")),
  literal: choice(
    labelled("number", optional(token("-")), token("NUM_INT")),
    labelled("number", token("NUM_UINT")),
    labelled("number", optional(token("-")), token("NUM_FLOAT")),
    ...["STRING", "BYTES", "true", "false", "null"].map((kind) => labelled("word", token(kind))),
  ),
});

function logic(operand: string, operator: TokenKind): Part {
  return sequence(rule(operand), many(labelled("logic", token(operator), rule(operand))));
}

/** Operators of one rule, whose precedence does not affect errors. */
function binary(operand: string, ...operators: readonly TokenKind[]): Part {
  return sequence(rule(operand), many(wrapped("binary", token(...operators), rule(operand))));
}
