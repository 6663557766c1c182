import { listBaseCost } from "../cost/actual.ts";
import type { NativeType } from "../declarations/native-type.ts";
import type { Call, Comprehension, Expr } from "../syntax/ast.ts";
import { keyText } from "../values/key-text.ts";
import {
  createMapBuilder,
  isMap,
  type MapBuilder,
  type MapLike,
  mapGet,
  mapKeys,
  ObjectValue,
  objectGet,
  objectKeys,
} from "../values/map.ts";
import { BudgetExceeded } from "../values/meter.ts";
import { isPlainObject } from "../values/plain.ts";
import { printedType, typeName } from "../values/type-name.ts";
import { CelError, isError, isList, noSuchOverload, type Value } from "../values/value.ts";
import type { Code, Frame } from "./frame.ts";
import { rangeCode } from "./native-path.ts";
import { type Local, type Planned, type Planner, unset, withLocals } from "./planned.ts";

/** Runs once per element with the variables in their slots; false stops the loop. */
type Visit = (f: Frame) => boolean;

/** Gives the variables their values, one after the other. */
type Iterate = (f: Frame, range: Value, visit: Visit) => Value | undefined;

/** The parts of a comprehension that all kinds of loop share. */
interface Loop {
  readonly e: Comprehension;
  /** The list or map itself, and where its elements go one by one. */
  readonly range: Code;
  readonly slot: number;
  readonly iterate: Iterate;
  readonly accuSlot: number;
  /** Plans a part that sees all variables. */
  readonly inside: (part: Expr) => Planned;
  /** Plans the result, which sees the accumulator only. */
  readonly result: Planned;
}

/**
 * Plans a comprehension. The shapes that the macros make have loops of their own, which charge what
 * the fold would: quantifiers stop early, lists and maps grow in place.
 */
export function planFold(p: Planner, e: Comprehension): Planned {
  if (isBinding(e)) return planBinding(p, e);
  const loop = prepare(p, e);
  return planQuantifier(loop) ?? planCollector(p, loop) ?? planGeneral(p, loop);
}

function prepare(p: Planner, e: Comprehension): Loop {
  const range = p.plan(e.range);
  const native = range.native?.type;
  const isNativeList = native?.type.kind === "list" && native.element !== undefined;
  const isNativeMap = native?.type.kind === "map" && native.element !== undefined;
  const iter: Local = { slot: p.slots++, native: isNativeList && !e.iterVar2 ? native.element : undefined };
  const iter2: Local = {
    slot: p.slots++,
    native: e.iterVar2 && (isNativeList || isNativeMap) ? native!.element : undefined,
  };
  const accu: Local = { slot: p.slots++, native: undefined };
  const outer: [string, Local][] = [[e.accuVar, accu]];
  const inner: [string, Local][] = [[e.iterVar, iter]];
  if (e.iterVar2) inner.push([e.iterVar2, iter2]);
  const raw = range.native && (isNativeList || isNativeMap) ? rangeCode(range.native) : range.code;
  return {
    e,
    range: raw,
    slot: iter.slot,
    accuSlot: accu.slot,
    iterate: iterateOver(iter.slot, e.iterVar2 ? iter2.slot : undefined, native),
    inside: (part) => withLocals(p, new Map([...outer, ...inner]), () => p.plan(part)),
    result: withLocals(p, new Map(outer), () => p.plan(e.result)),
  };
}

function iterateOver(first: number, second: number | undefined, native: NativeType | undefined): Iterate {
  return (f, r, visit) => {
    if (isList(r)) {
      for (let i = 0; i < r.length; i++) {
        if (second === undefined) f.slots[first] = Array.isArray(r) ? (r[i] as Value) : r.at(i)!;
        else {
          f.slots[first] = i;
          f.slots[second] = r.at(i)!;
        }
        if (!visit(f)) return undefined;
        if (f.cost > f.limit) throw new BudgetExceeded();
      }
      return undefined;
    }
    if (isError(r)) return r;
    if (r instanceof ObjectValue) return iterateMap(f, asMap(r), { visit, first, second, raw: false });
    if (!isMap(r)) return notIterable(r, second !== undefined);
    return iterateMap(f, r, { visit, first, second, raw: native !== undefined });
  };
}

/** An object without a static type is the map of its fields. */
function asMap(object: ObjectValue): MapLike {
  return new Map(objectKeys(object).map((key) => [key, objectGet(object, key)!]));
}

function notIterable(v: Value, two: boolean): CelError {
  const name = printedType(v);
  return new CelError(two ? `unsupported comprehension range type: ${name}` : `got '${name}', expected iterable type`);
}

interface MapIteration {
  readonly visit: Visit;
  /** The slots of the key and of the value. */
  readonly first: number;
  readonly second: number | undefined;
  /** Values of plain objects are not converted. */
  readonly raw: boolean;
}

function iterateMap(f: Frame, map: MapLike, { visit, first, second, raw }: MapIteration): undefined {
  for (const key of mapKeys(map)) {
    f.slots[first] = key;
    if (second !== undefined) f.slots[second] = raw && isPlainObject(map) ? map[key as string]! : mapGet(map, key)!;
    if (!visit(f)) return undefined;
    if (f.cost > f.limit) throw new BudgetExceeded();
  }
  return undefined;
}

function isCall(e: Expr, fn: string): e is Call {
  return e.kind === "call" && e.fn === fn;
}

function isAccu(e: Expr | undefined, loop: Loop): boolean {
  return e?.kind === "ident" && e.name === loop.e.accuVar;
}

/**
 * `all` and `exists`: the first false or true ends the loop; an error stays unless one comes later.
 */
function planQuantifier(loop: Loop): Planned | undefined {
  const { e } = loop;
  const isAll = isCall(e.step, "_&&_");
  if (!isAll && !isCall(e.step, "_||_")) return undefined;
  if (!isAccu(e.step.args[0], loop) || !isAccu(e.result, loop) || !isCall(e.condition, "@not_strictly_false"))
    return undefined;
  if (e.accuInit.kind !== "const" || e.accuInit.value !== isAll) return undefined;
  const deciding = !isAll;
  // The accumulator, `@not_strictly_false` and for `exists` also `!`, then the accumulator in the
  // step.
  const conditionCost = isAll ? 2 : 3;
  const predicate = loop.inside(e.step.args[1]!).code;
  const { range, slot } = loop;
  const quantifier: Quantifier = { predicate, deciding, conditionCost, slot };
  const single = e.iterVar2 === undefined;
  return {
    code(f) {
      const r = range(f);
      if (single && Array.isArray(r)) return quantifyArray(f, r as readonly Value[], quantifier);
      let state: Value = !deciding;
      const failed = loop.iterate(f, r, () => {
        f.cost += conditionCost;
        if (state === deciding) return false;
        f.cost++;
        state = nextState(state, predicate(f), deciding);
        return true;
      });
      if (failed) return failed;
      f.cost++;
      return state;
    },
  };
}

interface Quantifier {
  readonly predicate: Code;
  /** The result of an element that ends the loop. */
  readonly deciding: boolean;
  /** The cost of the loop condition. */
  readonly conditionCost: number;
  /** The slot of the element. */
  readonly slot: number;
}

/** The answer so far, after one more element: an error stays until something decides. */
function nextState(state: Value, v: Value, deciding: boolean): Value {
  if (v === deciding) return deciding;
  if (v === !deciding || isError(state)) return state;
  return isError(v) ? v : noSuchOverload();
}

function quantifyArray(f: Frame, list: readonly Value[], q: Quantifier): Value {
  const { predicate, deciding, conditionCost, slot } = q;
  let state: Value = !deciding;
  for (let i = 0; i < list.length; i++) {
    f.slots[slot] = list[i]!;
    f.cost += conditionCost + 1;
    const v = predicate(f);
    if (v === deciding) {
      // The condition is evaluated again, unless the list is at its end.
      f.cost += (i + 1 < list.length ? conditionCost : 0) + 1;
      return deciding;
    }
    if (v !== !deciding) state = nextState(state, v, deciding);
    if (f.cost > f.limit) throw new BudgetExceeded();
  }
  f.cost++;
  return state;
}

/** Loops that only ever add to a list or a map. */
function planCollector(p: Planner, loop: Loop): Planned | undefined {
  const { e } = loop;
  if (e.condition.kind !== "const" || e.condition.value !== true || !isAccu(e.result, loop)) return undefined;
  const conditional = isCall(e.step, "_?_:_") ? e.step : undefined;
  if (conditional && !isAccu(conditional.args[2], loop)) return undefined;
  const add = conditional ? conditional.args[1]! : e.step;
  const collect = e.accuInit.kind === "list" ? listCollector(loop, add) : mapCollector(loop, add);
  if (!collect) return undefined;
  const predicate = conditional && loop.inside(conditional.args[0]!).code;
  const { slots } = p;
  return {
    code(f) {
      const target = collect.create();
      let failure: CelError | undefined;
      const failed = loop.iterate(f, loop.range(f), () => {
        if (predicate) {
          const keep = predicate(f);
          if (keep === false) return true;
          if (keep !== true) {
            failure ??= isError(keep) ? keep : noSuchOverload();
            return true;
          }
        }
        // A failed round does not end the loop.
        if (failure && collect.endsEarly) {
          f.cost++;
          return true;
        }
        const failed = collect.add(f, target as never);
        failure ??= failed;
        return true;
      });
      if (failed) return failed;
      f.cost++;
      f.slots.length = Math.max(f.slots.length, slots);
      return failure ?? collect.finish(target as never);
    },
  };
}

interface Collector<T> {
  /** Whether nothing more is computed after a failure. */
  readonly endsEarly?: boolean;
  readonly create: () => T;
  readonly add: (f: Frame, target: T) => CelError | undefined;
  readonly finish: (target: T) => Value;
}

/** `accu + [x]`. */
function listCollector(loop: Loop, add: Expr): Collector<Value[]> | undefined {
  if (!isCall(add, "_+_") || !isAccu(add.args[0], loop) || loop.e.accuInit.kind !== "list") return undefined;
  const one = add.args[1]!;
  if (one.kind !== "list" || one.elements.length !== 1 || one.optionals.length > 0) return undefined;
  if (loop.e.accuInit.elements.length > 0) return undefined;
  const element = loop.inside(one.elements[0]!);
  const cost = 2 + (element.constant === undefined ? listBaseCost : 0);
  return {
    create: () => [],
    add(f, target) {
      const v = element.code(f);
      f.cost += cost;
      if (isError(v)) return v;
      target.push(v);
      return undefined;
    },
    finish: (target) => target,
  };
}

/** `cel.@mapInsert(accu, key, value)` or `cel.@mapInsert(accu, map)`. */
function mapCollector(loop: Loop, add: Expr): Collector<MapBuilder> | undefined {
  if (!isCall(add, "cel.@mapInsert") || !isAccu(add.args[0], loop)) return undefined;
  const [first, second] = add.args.slice(1).map((arg) => loop.inside(arg).code);
  return {
    endsEarly: second !== undefined,
    // Keys may be of any type, as in literals of clusters.
    create: () => createMapBuilder("replace"),
    add(f, target) {
      const k = first!(f);
      const v = second?.(f);
      f.cost += 2;
      if (isError(k)) return k;
      if (v === undefined) return insertAll(target, k);
      return isError(v) ? v : insert(target, k, v);
    },
    finish: (target) => target.build(),
  };
}

function insertAll(target: MapBuilder, entries: Value): CelError | undefined {
  if (!isMap(entries)) return new CelError(`no such overload: cel.@mapInsert(map, ${typeName(entries)})`);
  for (const key of mapKeys(entries)) {
    const failure = insert(target, key, mapGet(entries, key)!);
    if (failure) return failure;
  }
  return undefined;
}

function insert(target: MapBuilder, key: Value, value: Value): CelError | undefined {
  const added = target.add(key, value);
  if (isError(added)) return added;
  return added ? undefined : new CelError(`insert failed: key ${keyText(key)} already exists`);
}

/** Any other fold. */
function planGeneral(p: Planner, loop: Loop): Planned {
  const { e, accuSlot } = loop;
  const init = p.plan(e.accuInit).code;
  const condition = loop.inside(e.condition).code;
  const step = loop.inside(e.step).code;
  const { code } = loop.result;
  return {
    code(f) {
      const start = init(f);
      f.slots[accuSlot] = start;
      const failed = loop.iterate(f, loop.range(f), () => {
        if (condition(f) === false) return false;
        f.slots[accuSlot] = step(f);
        return true;
      });
      return failed ?? code(f);
    },
  };
}

/** A fold over nothing, which only names a value. */
function isBinding(e: Comprehension): boolean {
  return (
    e.range.kind === "list" &&
    e.range.elements.length === 0 &&
    e.condition.kind === "const" &&
    e.condition.value === false
  );
}

function planBinding(p: Planner, e: Comprehension): Planned {
  const init = p.plan(e.accuInit);
  const slot = p.slots++;
  // Computed on first use, and once.
  const local: Local = { slot, native: undefined, init: init.code };
  const result = withLocals(p, new Map([[e.accuVar, local]]), () => {
    // Names that cannot be planned are found also where nothing reads them.
    p.plan(e.step);
    return p.plan(e.result);
  });
  return {
    code(f) {
      f.slots[slot] = unset;
      return result.code(f);
    },
  };
}
