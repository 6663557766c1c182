import type { ResolvedFunction, ResolvedOverload } from "../declarations/functions.ts";
import { candidateNames } from "../declarations/scope.ts";
import { boolType, dynType, errorType, formatType, sameType, type Type } from "../declarations/types.ts";
import type { Call, Expr } from "../syntax/ast.ts";
import { assertType, type Checker, qualifiedName, sameElements, selectField, typeOfNode } from "./check-state.ts";
import { closest } from "./suggest.ts";
import { allAssignable, instantiate, isClosed, matchClosed, substitute } from "./unify.ts";

export function checkCall(c: Checker, e: Call): Expr {
  if (e.fn === "_?._") return checkOptionalSelect(c, e);
  const args = e.args.map((arg) => c.visit(arg));
  const call = sameElements(args, e.args) ? e : { ...e, args };
  if (e.fn === "_&&_" || e.fn === "_||_") return checkLogic(c, call);
  if (!e.target) return checkGlobalCall(c, call);
  const qualifier = qualifiedName(e.target);
  const namespaced = qualifier === undefined ? undefined : findFunction(c, `${qualifier}.${e.fn}`);
  if (namespaced) return resolve(c, { ...call, fn: namespaced.name, target: undefined }, { fn: namespaced, args });
  const target = c.visit(e.target);
  const member = target === e.target ? call : { ...call, target };
  const fn = c.declarations.functions.get(e.fn);
  if (fn) return resolve(c, member, { fn, args: [target, ...args] });
  return undeclared(c, member, e.fn);
}

function checkGlobalCall(c: Checker, call: Call): Expr {
  const fn = findFunction(c, call.fn);
  if (!fn) return undeclared(c, call, call.fn);
  return resolve(c, fn.name === call.fn ? call : { ...call, fn: fn.name }, { fn, args: call.args });
}

function findFunction(c: Checker, name: string): ResolvedFunction | undefined {
  const direct = c.declarations.functions;
  if (c.declarations.container === "" && !name.startsWith(".")) return direct.get(name);
  for (const candidate of candidateNames(c.declarations.container, name)) {
    const fn = direct.get(candidate);
    if (fn) return fn;
  }
  return undefined;
}

function undeclared(c: Checker, call: Call, name: string): Call {
  const { container } = c.declarations;
  c.report(
    call,
    `undeclared reference to '${name}' (in container '${container}')`,
    closest(c.declarations.functions.keys(), name),
  );
  c.types[call.id] = errorType;
  return call;
}

/** `a.?b`: the second argument is the field's name. */
function checkOptionalSelect(c: Checker, e: Call): Expr {
  const operand = c.visit(e.args[0]!);
  const field = e.args[1]!;
  c.visit(field);
  const name = field.kind === "const" && typeof field.value === "string" ? field.value : "";
  c.types[e.id] = selectField(c, e, { operand: typeOfNode(c, operand), field: name, optional: true });
  const fn = c.declarations.functions.get("_?._");
  if (fn) c.references[e.id] = { kind: "call", name: "_?._", overloads: fn.overloads };
  return operand === e.args[0] ? e : { ...e, args: [operand, field] };
}

/** Reports the operands of `&&` and `||` that are not bools. */
function checkLogic(c: Checker, call: Call): Call {
  const [left, right] = call.args.map((arg) => assertType(c, arg, boolType));
  c.types[call.id] = left && right ? boolType : errorType;
  const fn = c.declarations.functions.get(call.fn)!;
  c.references[call.id] = { kind: "call", name: call.fn, overloads: fn.overloads };
  return call;
}

/** A function with its checked arguments, the receiver first. */
interface Candidate {
  readonly fn: ResolvedFunction;
  readonly args: readonly Expr[];
}

/**
 * Picks the overloads that the argument types allow; several of them leave the choice to run time.
 */
function resolve(c: Checker, call: Call, { fn, args }: Candidate): Call {
  const argTypes = args.map((arg) => typeOfNode(c, arg));
  const member = call.target !== undefined;
  const closed = argTypes.every(isClosed);
  const chosen: ResolvedOverload[] = [];
  let result: Type | undefined;
  for (const overload of fn.overloads) {
    if (overload.member !== member || overload.args.length !== argTypes.length) continue;
    const types = (closed ? matchClosedTypes : matchTypes)(c, overload, argTypes);
    if (!types) continue;
    chosen.push(overload);
    if (result === undefined) result = types;
    else if (result.kind !== "dyn" && !sameType(result, types)) result = dynType;
  }
  if (result === undefined) {
    noMatch(c, call, argTypes);
    c.types[call.id] = errorType;
    return call;
  }
  c.types[call.id] = result;
  c.references[call.id] = { kind: "call", name: fn.name, overloads: chosen };
  return call;
}

/** The result type of an overload for these arguments, if it takes them. */
function matchTypes(c: Checker, overload: ResolvedOverload, argTypes: readonly Type[]): Type | undefined {
  const types = instantiate([...overload.args, overload.result], overload.params, c.fresh);
  if (!allAssignable(c.mapping, argTypes, types.slice(0, -1))) return undefined;
  return substitute(c.mapping, types.at(-1)!, false);
}

/**
 * The same for arguments whose types have no parameters: they add nothing to the type inference of
 * the rest, so that the overload's type parameters need no fresh names.
 */
function matchClosedTypes(c: Checker, overload: ResolvedOverload, argTypes: readonly Type[]): Type | undefined {
  const local = matchClosed(overload, argTypes);
  if (overload.params.length === 0) return local && overload.result;
  const result = local && substitute(local, overload.result, false);
  if (result !== undefined && !isClosed(result)) return matchTypes(c, overload, argTypes);
  c.skip(overload.params.length);
  return result;
}

function noMatch(c: Checker, call: Call, argTypes: readonly Type[]): void {
  const shown = argTypes.map((t) => formatType(substitute(c.mapping, t, true)));
  const receiver = call.target === undefined ? "" : `${shown.shift()}.`;
  c.report(call, `found no matching overload for '${call.fn}' applied to '${receiver}(${shown.join(", ")})'`);
}
