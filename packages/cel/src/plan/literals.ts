import { listBaseCost, mapBaseCost, structBaseCost } from "../cost/actual.ts";
import type { ObjectTypeInfo } from "../declarations/scope.ts";
import type { ListExpr, MapExpr, StructExpr } from "../syntax/ast.ts";
import { keyText } from "../values/key-text.ts";
import { createMapBuilder } from "../values/map.ts";
import { createMeter } from "../values/meter.ts";
import { typeName } from "../values/type-name.ts";
import { CelError, isError, noSuchOverload, Optional, type Value } from "../values/value.ts";
import type { Code } from "./frame.ts";
import { constant, type Planned, type Planner } from "./planned.ts";

export function planList(p: Planner, e: ListExpr): Planned {
  const elements = e.elements.map((element) => p.plan(element));
  if (e.optionals.length === 0) {
    if (elements.every((x) => x.constant !== undefined)) return constant(elements.map((x) => x.constant!));
    return { code: plainList(elements.map((x) => x.code)) };
  }
  const codes = elements.map((x) => x.code);
  const optional = new Set(e.optionals);
  return {
    code(f) {
      const list: Value[] = [];
      f.cost += listBaseCost;
      for (let i = 0; i < codes.length; i++) {
        const v = codes[i]!(f);
        if (isError(v)) return v;
        if (!optional.has(i)) list.push(v);
        else if (!(v instanceof Optional)) return notOptional(v);
        else if (v.value !== undefined) list.push(v.value);
      }
      return list;
    },
  };
}

function notOptional(v: Value): CelError {
  const shown = typeof v === "object" ? `of type ${typeName(v)}` : keyText(v);
  return new CelError(`cannot initialize optional list element from non-optional value ${shown}`);
}

function plainList(codes: readonly Code[]): Code {
  return (f) => {
    const list: Value[] = [];
    f.cost += listBaseCost;
    for (const code of codes) {
      const v = code(f);
      if (isError(v)) return v;
      list.push(v);
    }
    return list;
  };
}

export function planMap(p: Planner, e: MapExpr): Planned {
  const entries = e.entries.map((entry) => ({
    key: p.plan(entry.key),
    value: p.plan(entry.value),
    optional: entry.optional,
  }));
  const refuse = p.declarations.repeatedKeys === "error";
  const code: Code = (f) => {
    const map = createMapBuilder(refuse ? "keep" : "replace");
    f.cost += mapBaseCost;
    for (const { key, value, optional } of entries) {
      const k = key.code(f);
      if (isError(k)) return k;
      const v = value.code(f);
      if (isError(v)) return v;
      if (optional && !(v instanceof Optional)) return noSuchOverload();
      const inner = optional ? (v as Optional).value : v;
      if (inner === undefined) continue;
      const added = map.add(k, inner);
      if (isError(added)) {
        // Where a key breaks the map, the map is not made.
        f.cost -= mapBaseCost;
        return added;
      }
      if (!added && refuse) return new CelError(`Failed with repeated key: ${keyText(k)}`);
    }
    return map.build();
  };
  if (entries.every((x) => !x.optional && x.key.constant !== undefined && x.value.constant !== undefined)) {
    const value = code({ ...createMeter(Number.POSITIVE_INFINITY), vars: {}, slots: [] });
    if (!isError(value)) return constant(value);
  }
  return { code };
}

export function planStruct(p: Planner, e: StructExpr, info: ObjectTypeInfo): Planned {
  const fields = e.fields.map((field) => ({ ...field, code: p.plan(field.value).code }));
  const construct = info.construct!;
  return {
    code(f) {
      const values = new Map<string, Value>();
      f.cost += structBaseCost;
      for (const { name, code, optional } of fields) {
        const v = code(f);
        if (isError(v)) return v;
        if (optional && !(v instanceof Optional)) return noSuchOverload();
        const inner = optional ? (v as Optional).value : v;
        if (inner !== undefined) values.set(name, inner);
      }
      return construct(values);
    },
  };
}
