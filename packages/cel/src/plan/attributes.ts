import type { Reference } from "../check/check-state.ts";
import { runtimeTypeName } from "../check/types.ts";
import type { NativeType } from "../schema/native-type.ts";
import type { Call, Ident, Select } from "../syntax/ast.ts";
import { isPlainObject } from "../values/plain.ts";
import { CelError, isError, noSuchOverload, Optional, TypeValue, type Value } from "../values/value.ts";
import { hasField, index, optionalField, optionalIndex, selectField } from "./access.ts";
import type { Code } from "./frame.ts";
import { absent, presenceCode, stepTo, valueCode } from "./native-path.ts";
import {
  constant,
  type DynamicPath,
  instantiationError,
  type NativeRoot,
  type Planned,
  type Planner,
  referenceAt,
} from "./planned.ts";

export function planIdent(p: Planner, e: Ident): Planned {
  const reference = referenceAt(p, e)!;
  if (reference.kind === "type") {
    const type = runtimeTypeName(reference.type);
    if (type === reference.name) return constant(new TypeValue(type));
    throw instantiationError(p.checked.source, `reference to undefined type: ${reference.name}`);
  }
  if (reference.kind === "variable" && reference.variable.value !== undefined)
    return constant(reference.variable.value);
  const { root, type } = nativeRoot(p, reference);
  if (type) {
    const path = { root, steps: [], type };
    return fromAttribute((cost) => valueCode(path, cost), { native: path });
  }
  const isPlainName = root.name === undefined || !(root.name in Object.prototype);
  return fromAttribute((cost) => plainCode(root, cost), isPlainName ? { dynamic: { root, fields: [] } } : {});
}

/** Reads data that is CEL data already. */
function plainCode({ name, slot, missing }: NativeRoot, cost: number): Code {
  if (name === undefined) {
    return (f) => {
      f.cost += cost;
      return f.slots[slot]!;
    };
  }
  if (name in Object.prototype) {
    return (f) => {
      f.cost += cost;
      return ownValue(f.vars, name, missing);
    };
  }
  return (f) => {
    f.cost += cost;
    const v = f.vars[name];
    return v === undefined ? missing : v;
  };
}

type Paths = Pick<Planned, "native" | "dynamic">;

/**
 * A name or a selection. Its code is made when it is asked for: of a chain of selections only the
 * last one's is.
 */
class Attribute implements Planned {
  readonly attribute: (rootCost: number) => Code;
  readonly native: Planned["native"];
  readonly dynamic: Planned["dynamic"];
  #code: Code | undefined;

  constructor(attribute: (rootCost: number) => Code, { native, dynamic }: Paths) {
    this.attribute = attribute;
    this.native = native;
    this.dynamic = dynamic;
    this.#code = undefined;
  }

  get code(): Code {
    this.#code ??= this.attribute(1);
    return this.#code;
  }
}

const noPaths: Paths = {};

function fromAttribute(attribute: (cost: number) => Code, paths: Paths = noPaths): Attribute {
  return new Attribute(attribute, paths);
}

/** Where a name is found while the expression runs; a missing variable is an error. */
function nativeRoot(
  p: Planner,
  reference: Reference,
): { readonly root: NativeRoot; readonly type: NativeType | undefined } {
  // The names that a block gives are declared as variables.
  const local = reference.kind === "local" || reference.name.startsWith("@") ? p.locals.get(reference.name) : undefined;
  const missing = new CelError(`no such attribute(s): ${reference.name}`);
  if (local) return { root: { name: undefined, slot: local.slot, missing }, type: local.native };
  const type = reference.kind === "variable" ? reference.variable.native : undefined;
  return { root: { name: reference.name, slot: -1, missing }, type };
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
  const native = operand.native && stepTo(operand.native, field);
  if (native) return fromAttribute((cost) => valueCode(native, cost), { native });
  const { attribute } = relative(operand, (inner) => (f) => {
    const o = inner(f);
    if (isError(o)) return o;
    // Nothing is charged for a field of nothing.
    if (o instanceof Optional) return chargeFound(f, selectField(o, field, strict));
    f.cost++;
    return selectField(o, field, strict);
  });
  if (!operand.dynamic || field in Object.prototype) return fromAttribute(attribute);
  const dynamic = { root: operand.dynamic.root, fields: [...operand.dynamic.fields, field] };
  return fromAttribute((cost) => dynamicCode(dynamic, cost, attribute(cost)), { dynamic });
}

/** Reads below plain objects in one go; whatever else is met is left to `slow`. */
function dynamicCode({ root: { name, slot }, fields }: DynamicPath, rootCost: number, slow: Code): Code {
  const cost = rootCost + fields.length;
  const [first, ...more] = fields;
  return (f) => {
    let v = name === undefined ? f.slots[slot] : f.vars[name];
    if (!isPlainObject(v)) return slow(f);
    v = v[first!];
    for (const field of more) {
      if (!isPlainObject(v)) return slow(f);
      v = v[field];
    }
    if (v === undefined) return slow(f);
    f.cost += cost;
    return v;
  };
}

/**
 * A step from an operand: it keeps the operand's root cost, or has one of its own if the operand is
 * no attribute.
 */
function relative(operand: Planned, step: (inner: Code) => Code): Attribute {
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

function planHas(operand: Planned, field: string): Planned {
  const native = operand.native && stepTo(operand.native, field);
  if (native) return { code: presenceCode(native, 1) };
  const { code, attribute } = operand;
  return {
    code(f) {
      const o = code(f);
      if (!isError(o)) return hasField(o, field);
      return attribute ? absent(f, o) : o;
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
