import { isLarge, workOn } from "../cost/work-on.ts";
import type { ResolvedOverload, Specialized } from "../declarations/functions.ts";
import type { Type } from "../declarations/types.ts";
import type { Call } from "../syntax/ast.ts";
import { InstantiationError } from "../syntax/issue.ts";
import { isMap, mapGet, mapKeys, ObjectValue } from "../values/map.ts";
import { BudgetExceeded, charge, createMeter } from "../values/meter.ts";
import { typeName } from "../values/type-name.ts";
import { CelError, isError, isList, kindOf, noSuchOverload, Opaque, Optional, type Value } from "../values/value.ts";
import type { Code, Frame } from "./frame.ts";
import { folded, hasMethods, type Planned, type Planner, referenceAt, typeAt } from "./planned.ts";

/** Plans the call of a library function. */
export function planCall(p: Planner, e: Call, foldable: (name: string) => boolean): Planned {
  const reference = referenceAt(p, e);
  if (reference?.kind !== "call") throw new TypeError(`call of ${e.fn} was not checked`);
  const args = e.target ? [e.target, ...e.args] : e.args;
  const planned = args.map((arg) => p.plan(arg));
  const codes = planned.map((arg) => arg.code);
  const constants = planned.map((arg) => arg.constant);
  const { overloads } = reference;
  const specialized = overloads.map((o) => specialize(p, o, constants));
  const isPrepared = specialized[0]?.prepared === true;
  const wording = isPrepared ? "plain" : (p.declarations.functions.get(reference.name)?.mismatch ?? "plain");
  const mismatch = mismatchError(reference.name, wording);
  const dispatch = dispatcher(
    overloads,
    args.map((arg) => typeAt(p, arg)),
  );
  const code = overloads.some((o) => o.nonStrict)
    ? lenientCall({ codes, dispatch, mismatch })
    : strictCall({ codes, dispatch, mismatch }, specialized[0]);
  if (foldable(reference.name) && planned.every((arg) => arg.constant !== undefined)) {
    return folded(p, code({ ...createMeter(Number.POSITIVE_INFINITY), vars: {}, slots: [] }));
  }
  return { code };
}

function specialize(
  p: Planner,
  overload: ResolvedOverload,
  constants: readonly (Value | undefined)[],
): Specialized | undefined {
  const special = overload.specialize?.(constants);
  if (special instanceof CelError) throw new InstantiationError(p.checked.source, special.message);
  return special;
}

type Mismatch = (args: readonly Value[]) => CelError;

/** The error for values that no overload takes. */
function mismatchError(name: string, how: "types" | "name" | "plain"): Mismatch {
  if (how === "plain") return noSuchOverload;
  if (how === "name")
    return ([first]) => (hasMethods(first!) ? noSuchOverload() : new CelError(`no such overload: ${name}`));
  return (args) => new CelError(`no such overload: ${name}(${args.map(typeName).join(", ")})`);
}

/** Tests that a value has the type of an overload; undefined where the checker has proved it. */
type Test = ((v: Value) => boolean) | undefined;

/** The possible overloads of a call, with the tests that select one. */
interface Dispatcher {
  readonly overloads: readonly ResolvedOverload[];
  readonly tests: readonly (readonly Test[])[];
  /** Whether the overload was known when the expression was checked. */
  readonly resolved: boolean;
}

function dispatcher(overloads: readonly ResolvedOverload[], argTypes: readonly Type[]): Dispatcher {
  const tests = overloads.map((o) => o.args.map((t, i) => (isCertain(argTypes[i]!, t) ? undefined : runtimeTest(t))));
  return { overloads, tests, resolved: overloads.length === 1 };
}

/** The overload for values; undefined where none takes them. */
function choose({ overloads, tests }: Dispatcher, args: readonly Value[]): ResolvedOverload | undefined {
  return overloads.find((_, i) => tests[i]!.every((test, j) => test === undefined || test(args[j]!)));
}

/**
 * True if every value of the static type has the required type. The element type of a list is not
 * certain: adding a list to an untyped one carries its element type over.
 */
function isCertain(have: Type, expected: Type): boolean {
  if (expected.kind === "dyn" || expected.kind === "param" || expected.kind === "any") return true;
  return (
    have.kind === expected.kind && have.name === expected.name && expected.params.every((p) => partTest(p) === anything)
  );
}

function runtimeTest(type: Type): (v: Value) => boolean {
  switch (type.kind) {
    case "opaque":
      if (type.name === "optional_type") return (v) => v instanceof Optional;
      return (v) => v instanceof Opaque && v.kind.name === type.name;
    case "wrapper":
      return (v) => v === null || kindOf(v) === type.params[0]!.kind;
    case "list":
      return firstElementTest(type.params[0]!);
    case "map":
      return firstEntryTest(type.params[0]!, type.params[1]!);
    default:
      return (v) => kindOf(v) === type.kind;
  }
}

const anything = (): boolean => true;

function partTest(type: Type): (v: Value) => boolean {
  return type.kind === "dyn" || type.kind === "param" || type.kind === "any" ? anything : runtimeTest(type);
}

/** Only the first element of a list is tested. */
function firstElementTest(element: Type): (v: Value) => boolean {
  const test = partTest(element);
  return (v) => isList(v) && (v.length === 0 || test(v.at(0)!));
}

function firstEntryTest(key: Type, value: Type): (v: Value) => boolean {
  const [testKey, testValue] = [partTest(key), partTest(value)];
  return (v) => {
    if (v instanceof ObjectValue) return true;
    if (!isMap(v)) return false;
    if (testKey === anything && testValue === anything) return true;
    const [first] = mapKeys(v);
    return first === undefined || (testKey(first) && testValue(mapGet(v, first)!));
  };
}

/** A call whose overload is selected by the values of its arguments. */
interface DispatchedCall {
  readonly codes: readonly Code[];
  readonly dispatch: Dispatcher;
  readonly mismatch: Mismatch;
}

function strictCall({ codes, dispatch, mismatch }: DispatchedCall, special: Specialized | undefined): Code {
  const sole = dispatch.resolved ? dispatch.overloads[0]! : undefined;
  if (sole && !sole.resultCost && codes.length <= 2 && (special?.call || !sole.metered)) {
    const [first, other] = dispatch.tests[0]!;
    const call: SoleCall = { overload: sole, resolved: true, first, second: other, mismatch };
    if (codes.length === 2 && special?.call) return withConstant(codes, special, call);
    if (codes.length === 1) return soleUnary(codes[0]!, call);
    if (codes.length === 2) return soleBinary(codes[0]!, codes[1]!, call);
  }
  // Such calls end with the first error, and cost nothing unless that is the last argument.
  const [first] = dispatch.overloads;
  const choice = first && { overload: first, resolved: dispatch.resolved };
  const endsEarly =
    codes.length > 2 || (!dispatch.resolved && mismatch !== noSuchOverload) || first?.endsEarly === true;
  const invoke = invoker(dispatch);
  return (f) => {
    const args: Value[] = [];
    let error: Value | undefined;
    for (const code of codes) {
      const v = code(f);
      args.push(v);
      if (!isError(v)) continue;
      error ??= v;
      if (endsEarly) break;
    }
    const overload = error === undefined ? choose(dispatch, args) : undefined;
    if (overload) return invoke(f, overload, args);
    if (!choice) f.cost++;
    else if (args.length === codes.length && !(special?.prepared && error === args[0])) chargeFailed(f, choice, args);
    return error ?? mismatch(args);
  };
}

/** Charges for a call that is not made: its cost goes by the arguments, errors among them. */
function chargeFailed(f: Frame, { overload, resolved }: Choice, args: readonly Value[]): void {
  if (overload.failedCost) overload.failedCost(f, ...args);
  else charge(f, overload.resultCost ? 1 : costOf(overload, args, resolved));
}

/** Returns the function that calls an overload with its arguments, and charges for it. */
function invoker({ resolved }: Dispatcher): (f: Frame, overload: ResolvedOverload, args: readonly Value[]) => Value {
  return (f, overload, args) => {
    const cost = overload.resultCost ? 0 : costOf(overload, args, resolved);
    charge(f, cost);
    workOn(f, args, cost);
    let result: Value;
    try {
      result = overload.metered ? overload.metered(f, ...args) : overload.impl(...args);
    } catch (e) {
      result = thrown(e);
    }
    if (overload.resultCost) charge(f, isError(result) ? 1 : overload.resultCost(result, ...args));
    return result;
  };
}

/**
 * An exception of a function is an error of the expression, like a returned one; but an exhausted
 * budget ends the evaluation.
 */
function thrown(e: unknown): CelError {
  if (e instanceof BudgetExceeded) throw e;
  return new CelError(`internal error: ${e instanceof Error ? e.message : String(e)}`);
}

function costOf({ cost, dynCost }: ResolvedOverload, args: readonly Value[], resolved: boolean): number {
  const counted = resolved || dynCost === undefined ? cost : dynCost;
  return counted ? counted(...args) : 1;
}

/** An overload, and whether it was known when the expression was checked. */
interface Choice {
  readonly overload: ResolvedOverload;
  readonly resolved: boolean;
}

/** A call with one possible overload, whose arguments may have to be tested. */
interface SoleCall extends Choice {
  readonly first: Test;
  readonly second: Test;
  readonly mismatch: Mismatch;
}

function soleUnary(code: Code, sole: SoleCall): Code {
  const { overload, first: test, mismatch } = sole;
  const { impl, cost } = overload;
  return (f) => {
    const a = code(f);
    if (isError(a) || (test && !test(a))) {
      chargeFailed(f, sole, [a]);
      return isError(a) ? a : mismatch([a]);
    }
    if (cost) charge(f, cost(a));
    else f.cost++;
    if (isLarge(a)) workOn(f, [a], cost ? cost(a) : 1);
    try {
      return impl(a);
    } catch (e) {
      return thrown(e);
    }
  };
}

function soleBinary(left: Code, right: Code, sole: SoleCall): Code {
  const { overload, first, second, mismatch } = sole;
  const { impl, cost } = overload;
  return (f) => {
    const a = left(f);
    const b = right(f);
    if (isError(a) || isError(b)) {
      chargeFailed(f, sole, [a, b]);
      return isError(a) ? a : b;
    }
    if ((first && !first(a)) || (second && !second(b))) {
      chargeFailed(f, sole, [a, b]);
      return mismatch([a, b]);
    }
    if (cost) charge(f, cost(a, b));
    else f.cost++;
    if (isLarge(a) || isLarge(b)) workOn(f, [a, b], cost ? cost(a, b) : 1);
    try {
      return impl(a, b);
    } catch (e) {
      return thrown(e);
    }
  };
}

/** A call with a constant second argument, in its specialized form. */
function withConstant([left, right]: readonly Code[], special: Specialized, sole: SoleCall): Code {
  const { first: test, mismatch } = sole;
  const call = special.call!;
  return (f) => {
    const a = left!(f);
    if (!isError(a) && (!test || test(a))) return call(f, a);
    if (!isError(a) || !special.prepared) chargeFailed(f, sole, [a, right!(f)]);
    return isError(a) ? a : mismatch([a]);
  };
}

/** For functions that take errors as they come. */
function lenientCall({ codes, dispatch, mismatch }: DispatchedCall): Code {
  const invoke = invoker(dispatch);
  return (f) => {
    const args = codes.map((code) => code(f));
    const overload = choose(dispatch, args);
    return overload ? invoke(f, overload, args) : mismatch(args);
  };
}
