import type { CheckedExpr } from "../check/check-state.ts";
import { formatType, type Type } from "../declarations/types.ts";
import type { Expr } from "../syntax/ast.ts";
import { doubleOf, kindOf, numberOf, type Value } from "../values/value.ts";

/**
 * Writes a tree in the form that the golden data of the specification has, with a note behind each
 * node.
 */
export function debugString(root: Expr, note: (e: Expr | "entry") => string): string {
  let out = "";
  let indent = 0;
  let lineStart = true;
  const write = (s: string): void => {
    if (lineStart) out += "  ".repeat(indent);
    lineStart = false;
    out += s;
  };
  const line = (): void => {
    out += "\n";
    lineStart = true;
  };
  const block = <T>(items: readonly T[], each: (item: T, i: number) => void): void => {
    if (items.length === 0) return;
    line();
    indent++;
    items.forEach((item, i) => {
      if (i > 0) {
        write(",");
        line();
      }
      each(item, i);
    });
    indent--;
    line();
  };
  const visit = (e: Expr): void => {
    switch (e.kind) {
      case "const":
        write(literal(e.value));
        break;
      case "ident":
        write(e.name);
        break;
      case "select":
        visit(e.operand);
        write(`.${e.field}${e.testOnly ? "~test-only~" : ""}`);
        break;
      case "call":
        if (e.target) {
          visit(e.target);
          write(".");
        }
        write(`${e.fn}(`);
        block(e.args, visit);
        write(")");
        break;
      case "list":
        write("[");
        block(e.elements, (x, i) => {
          if (e.optionals.includes(i)) write("?");
          visit(x);
        });
        write("]");
        break;
      case "map":
        write("{");
        block(e.entries, (entry) => {
          if (entry.optional) write("?");
          visit(entry.key);
          write(":");
          visit(entry.value);
          write(note("entry"));
        });
        write("}");
        break;
      case "struct":
        write(`${e.name}{`);
        block(e.fields, (field) => {
          write(`${field.optional ? "?" : ""}${field.name}:`);
          visit(field.value);
          write(note("entry"));
        });
        write("}");
        break;
      case "comprehension": {
        write("__comprehension__(");
        indent++;
        const part = (name: string, body: () => void, last = false): void => {
          line();
          write(`// ${name}`);
          line();
          body();
          if (!last) write(",");
        };
        part("Variable", () => write(e.iterVar));
        if (e.iterVar2 !== undefined) {
          line();
          write(e.iterVar2);
          write(",");
        }
        part("Target", () => visit(e.range));
        part("Accumulator", () => write(e.accuVar));
        part("Init", () => visit(e.accuInit));
        part("LoopCondition", () => visit(e.condition));
        part("LoopStep", () => visit(e.step));
        part("Result", () => visit(e.result), true);
        write(")");
        indent--;
        break;
      }
    }
    write(note(e));
  };
  visit(root);
  return out;
}

function literal(v: Value): string {
  const double = doubleOf(v);
  if (double !== undefined) {
    if (Math.abs(double) < 1e6) return Object.is(double, -0) ? "-0" : String(double);
    return double.toExponential().replace(/e\+(\d)$/, "e+0$1");
  }
  if (typeof v === "string") return JSON.stringify(v);
  if (v instanceof Uint8Array) return `b${JSON.stringify(String.fromCharCode(...v))}`;
  if (kindOf(v) === "uint") return `${numberOf(v)}u`;
  return String(v);
}

const kinds: Readonly<Record<string, string>> = {
  ident: "Expr_IdentExpr",
  select: "Expr_SelectExpr",
  call: "Expr_CallExpr",
  list: "Expr_ListExpr",
  map: "Expr_StructExpr",
  struct: "Expr_StructExpr",
  comprehension: "Expr_ComprehensionExpr",
};
const constants: Readonly<Record<string, string>> = {
  null: "NullValue",
  bool: "BoolValue",
  int: "Int64Value",
  uint: "Uint64Value",
  double: "DoubleValue",
  string: "StringValue",
  bytes: "BytesValue",
};

/** The kind of each node, as the golden trees of the parser note it. */
export function kindNote(e: Expr | "entry"): string {
  if (e === "entry") return "^#*expr.Expr_CreateStruct_Entry#";
  return e.kind === "const" ? `^#*expr.Constant_${constants[kindOf(e.value)]}#` : `^#*expr.${kinds[e.kind]}#`;
}

/** The type and the reference of each node, as the golden trees of the checker note them. */
export function typeNote(checked: CheckedExpr): (e: Expr | "entry") => string {
  return (e) => {
    if (e === "entry") return "";
    const type: Type | undefined = checked.types[e.id];
    const reference = checked.references[e.id];
    let text = type ? `~${formatType(type)}` : "";
    if (reference?.kind === "call")
      text += `^${reference.overloads
        .map((o) => o.id)
        .sort()
        .join("|")}`;
    else if (reference && e.kind !== "comprehension") text += `^${reference.name}`;
    return text;
  };
}
