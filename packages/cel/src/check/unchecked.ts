import type { ResolvedOverload } from "../declarations/functions.ts";
import { candidateNames, type Declarations, namedType, objectTypeNamed } from "../declarations/scope.ts";
import { dynType } from "../declarations/types.ts";
import type { Expr, ParsedExpr } from "../syntax/ast.ts";
import { type Issue, issueAt } from "../syntax/issue.ts";
import { type CheckedExpr, qualifiedName, type Reference } from "./check-state.ts";

interface Resolver {
  readonly declarations: Declarations;
  readonly references: (Reference | undefined)[];
  readonly locals: string[];
  readonly issues: Issue[];
  readonly source: string;
}

/**
 * Finds what names refer to without checking types, so that everything is decided while the
 * expression runs. Unknown names are variables that may be given then; unknown functions fail when
 * they are called.
 */
export function resolveUnchecked(
  parsed: ParsedExpr,
  declarations: Declarations,
): { readonly checked: CheckedExpr } | { readonly issues: readonly Issue[] } {
  const r: Resolver = { declarations, references: [], locals: [], issues: [], source: parsed.source };
  const expr = resolve(r, parsed.expr);
  if (r.issues.length > 0) return { issues: r.issues };
  return {
    checked: { expr, source: parsed.source, types: [], references: r.references, type: dynType, guessed: new Set() },
  };
}

function resolve(r: Resolver, e: Expr): Expr {
  switch (e.kind) {
    case "const":
      return e;
    case "ident":
      r.references[e.id] = nameReference(r, e.name) ?? { kind: "variable", name: e.name, variable: { type: dynType } };
      return e;
    case "select": {
      const name = qualifiedName(e);
      const isLocal = name !== undefined && r.locals.includes(name.slice(0, name.indexOf(".")));
      const found = name === undefined || isLocal ? undefined : nameReference(r, name);
      if (!found) return { ...e, operand: resolve(r, e.operand) };
      r.references[e.id] = found;
      return { kind: "ident", id: e.id, pos: e.pos, name: found.name };
    }
    case "call":
      return resolveCall(r, e);
    case "list":
      return { ...e, elements: e.elements.map((x) => resolve(r, x)) };
    case "map":
      return { ...e, entries: e.entries.map((x) => ({ ...x, key: resolve(r, x.key), value: resolve(r, x.value) })) };
    case "struct": {
      const { declarations } = r;
      const name = candidateNames(declarations.container, e.name).find(
        (n) => objectTypeNamed(declarations, n) !== undefined,
      );
      if (!name || !objectTypeNamed(declarations, name)?.construct) {
        r.issues.push(
          issueAt(r.source, e.pos, {
            message: `undeclared reference to '${e.name}' (in container '${r.declarations.container}')`,
          }),
        );
      }
      return { ...e, name: name ?? e.name, fields: e.fields.map((x) => ({ ...x, value: resolve(r, x.value) })) };
    }
    case "comprehension":
      return resolveFold(r, e);
  }
}

function resolveFold(r: Resolver, e: Expr & { kind: "comprehension" }): Expr {
  const range = resolve(r, e.range);
  const accuInit = resolve(r, e.accuInit);
  const depth = r.locals.length;
  r.locals.push(e.accuVar, e.iterVar, ...(e.iterVar2 === undefined ? [] : [e.iterVar2]));
  const condition = resolve(r, e.condition);
  const step = resolve(r, e.step);
  r.locals.length = depth + 1;
  const result = resolve(r, e.result);
  r.locals.length = depth;
  return { ...e, range, accuInit, condition, step, result };
}

function nameReference(r: Resolver, name: string): Reference | undefined {
  if (r.locals.includes(name)) return { kind: "local", name };
  const { variables, container } = r.declarations;
  for (const candidate of candidateNames(container, name)) {
    const variable = variables.get(candidate);
    if (variable) return { kind: "variable", name: candidate, variable };
    const type = namedType(r.declarations, candidate);
    if (type) return { kind: "type", name: candidate, type };
  }
  return undefined;
}

function resolveCall(r: Resolver, e: Expr & { kind: "call" }): Expr {
  const args = e.args.map((x) => resolve(r, x));
  const qualifier = e.target && qualifiedName(e.target);
  const names = qualifier === undefined ? [] : candidateNames(r.declarations.container, `${qualifier}.${e.fn}`);
  const namespaced = names.find((n) => r.declarations.functions.has(n));
  const target = namespaced ? undefined : e.target && resolve(r, e.target);
  const own = e.target ? [e.fn] : candidateNames(r.declarations.container, e.fn);
  const fn = namespaced ?? own.find((n) => r.declarations.functions.has(n));
  const overloads = fn === undefined ? [] : r.declarations.functions.get(fn)!.overloads;
  const fitting = overloads.filter((o) => takes(o, target !== undefined, args.length));
  r.references[e.id] = { kind: "call", name: fn ?? e.fn, overloads: fitting };
  return { ...e, fn: fn ?? e.fn, target, args };
}

function takes(overload: ResolvedOverload, member: boolean, args: number): boolean {
  return overload.member === member && overload.args.length === args + Number(member);
}
