import type { Reference } from "../check/checker.ts";
import { runtimeTypeName } from "../check/types.ts";
import type { NativeType } from "../schema/native.ts";
import type { Call, Ident, Select } from "../syntax/ast.ts";
import { CelError, Optional, TypeValue, type Value, isError, noSuchOverload } from "../values/value.ts";
import { hasField, index, noSuchKey, optionalField, optionalIndex, selectField } from "./access.ts";
import { isPlainObject } from "../values/plain.ts";
import type { Code } from "./frame.ts";
import { type NativePath, type Planned, type Planner, constant, referenceAt } from "./planned.ts";

export function planIdent(p: Planner, e: Ident): Planned {
  const reference = referenceAt(p, e)!;
  if (reference.kind === "type") return constant(new TypeValue(runtimeTypeName(reference.type)));
  if (reference.kind === "variable" && reference.variable.value !== undefined) return constant(reference.variable.value);
  const root = nativeRoot(p, reference);
  const { raw } = root;
  const adapt = root.type?.adapt;
  const attribute = (cost: number): Code => {
    if (!adapt) {
      return (f) => {
        f.cost += cost;
        return raw(f);
      };
    }
    return (f) => {
      f.cost += cost;
      const v = raw(f);
      return isError(v) ? v : adapt(v);
    };
  };
  return fromAttribute(attribute, root.type && { raw, type: root.type, cost: 0 });
}

function fromAttribute(attribute: (cost: number) => Code, native?: NativePath): Planned {
  return { code: attribute(1), attribute, native };
}

/** Reads a variable; a missing one is an error. */
function nativeRoot(p: Planner, reference: Reference): { readonly raw: Code; readonly type: NativeType | undefined } {
  // The names that a block gives are declared as variables.
  const local = reference.kind === "local" || reference.name.startsWith("@") ? p.locals.get(reference.name) : undefined;
  if (local) {
    const { slot, native } = local;
    return { raw: (f) => f.slots[slot]!, type: native };
  }
  const { name } = reference;
  const type = reference.kind === "variable" ? reference.variable.native : undefined;
  const missing = new CelError(`no such attribute(s): ${name}`);
  if (name in Object.prototype) {
    return { raw: (f) => ownValue(f.vars, name, missing), type };
  }
  return {
    raw(f) {
      const v = f.vars[name];
      return v === undefined ? missing : v;
    },
    type,
  };
}

function ownValue(vars: Readonly<Record<string, Value | undefined>>, name: string, missing: CelError): Value {
  const v = Object.hasOwn(vars, name) ? vars[name] : undefined;
  return v === undefined ? missing : v;
}

export function planSelect(p: Planner, e: Select): Planned {
  const operand = p.plan(e.operand);
  const strict = p.declarations.strictOptionals;
  const { field } = e;
  if (e.testOnly) return planHas(operand, field);
  const native = operand.native?.type.fields ? nativeField(operand.native, field) : undefined;
  if (native) return planNative(operand, native);
  return relative(operand, (inner) => {
    const direct = !(field in Object.prototype);
    return (f) => {
      const o = inner(f);
      if (direct && isPlainObject(o)) {
        f.cost++;
        const v = o[field];
        return v === undefined ? noSuchKey(field) : v;
      }
      if (isError(o)) return o;
      // Nothing is charged for a field of nothing.
      if (o instanceof Optional) return chargeFound(f, selectField(o, field, strict));
      f.cost++;
      return selectField(o, field, strict);
    };
  });
}

/** A step from an operand: it keeps the operand's root cost, or has one of its own if the operand is no attribute. */
function relative(operand: Planned, step: (inner: Code) => Code): Planned {
  const { attribute } = operand;
  if (attribute) return fromAttribute((cost) => step(attribute(cost)));
  return fromAttribute((cost) =>
    step((f) => {
      const v = operand.code(f);
      f.cost += cost;
      return v;
    }),
  );
}

/** The path to a property of raw data. A null of a typed property is none. */
function nativeField(path: NativePath, field: string): NativePath | undefined {
  const found = path.type.fields?.get(field);
  if (!found) return undefined;
  const { raw } = path;
  const { property } = found;
  const missing = noSuchKey(field);
  const inherited = property in Object.prototype;
  return {
    type: found.native,
    cost: path.cost + 1,
    raw(f) {
      const o = raw(f) as Readonly<Record<string, Value>>;
      if (isError(o)) {
        // A step that was not taken costs nothing.
        f.cost--;
        return o;
      }
      if (typeof o !== "object" || o === null) return noSuchOverload();
      if (inherited && !Object.hasOwn(o, property)) return missing;
      const v = o[property];
      return v === undefined || v === null ? missing : v;
    },
  };
}

function planNative(operand: Planned, path: NativePath): Planned {
  const { raw, type } = path;
  const { adapt } = type;
  // Types that may be conditional at their root have no native path, so that the root always costs.
  const attribute = (rootCost: number): Code => {
    const cost = rootCost + path.cost;
    if (!adapt) {
      return (f) => {
        f.cost += cost;
        return raw(f);
      };
    }
    return (f) => {
      f.cost += cost;
      const v = raw(f);
      return isError(v) ? v : adapt(v);
    };
  };
  return { code: attribute(operand.attribute ? 1 : 0), attribute, native: path };
}

function planHas(operand: Planned, field: string): Planned {
  const native = operand.native && nativeField(operand.native, field);
  if (native) {
    const cost = operand.native!.cost + 1;
    const inner = operand.native!.raw;
    const { property } = operand.native!.type.fields!.get(field)!;
    return {
      code(f) {
        f.cost += cost;
        const o = inner(f) as Readonly<Record<string, Value>>;
        if (isError(o)) return o;
        if (typeof o !== "object" || o === null) return noSuchOverload();
        return Object.hasOwn(o, property) && o[property] !== undefined && o[property] !== null;
      },
    };
  }
  const { code, attribute } = operand;
  return {
    code(f) {
      const o = code(f);
      if (!isError(o)) return hasField(o, field);
      // A step to what is missing is free where presence is asked for.
      if (attribute && o.message.startsWith("no such key")) f.cost--;
      return o;
    },
  };
}

/** `a[k]`. A key that is a name is not charged for it. */
export function planIndex(p: Planner, e: Call): Planned {
  const operand = p.plan(e.args[0]!);
  const key = p.plan(e.args[1]!);
  const strict = p.declarations.strictOptionals;
  const keyCode = key.attribute ? key.attribute(0) : key.code;
  return relative(operand, (inner) => (f) => {
    const o = inner(f);
    if (isError(o)) return o;
    const k = keyCode(f);
    f.cost++;
    if (isError(k)) return k;
    return index(o, k, strict);
  });
}

/** `a.?b`: a missing field costs nothing. */
export function planOptionalSelect(p: Planner, e: Call): Planned {
  const operand = p.plan(e.args[0]!);
  const field = e.args[1]!;
  const name = field.kind === "const" ? (field.value as string) : "";
  const strict = p.declarations.strictOptionals;
  return relative(operand, (inner) => (f) => {
    const o = inner(f);
    return isError(o) ? o : chargeFound(f, optionalField(o, name, strict));
  });
}

export function planOptionalIndex(p: Planner, e: Call): Planned {
  const operand = p.plan(e.args[0]!);
  const key = p.plan(e.args[1]!);
  const keyCode = key.attribute ? key.attribute(0) : key.code;
  const strict = p.declarations.strictOptionals;
  return relative(operand, (inner) => (f) => {
    const o = inner(f);
    if (isError(o)) return o;
    const k = keyCode(f);
    return isError(k) ? k : chargeFound(f, optionalIndex(o, k, strict));
  });
}

function chargeFound(f: { cost: number }, v: Value): Value {
  if (isError(v) || (v as { readonly value?: Value }).value !== undefined) f.cost++;
  return v;
}

/** `c ? a : b`. A branch that is a name is not charged for it. */
export function planConditional(p: Planner, e: Call): Planned {
  const condition = p.plan(e.args[0]!);
  const branch = (planned: Planned): Code => (planned.attribute ? planned.attribute(0) : planned.code);
  const then = branch(p.plan(e.args[1]!));
  const otherwise = branch(p.plan(e.args[2]!));
  const { code } = condition;
  const choose: Code = (f) => {
    const c = code(f);
    if (c === true) return then(f);
    if (c === false) return otherwise(f);
    return isError(c) ? c : noSuchOverload();
  };
  return { code: choose, attribute: () => choose };
}

