import type { Reference } from "../check/check-state.ts";
import type { NativeType } from "../declarations/native-type.ts";
import { isOptional, runtimeTypeName, type TypeKind } from "../declarations/types.ts";
import type { Call, Expr, Ident, Select } from "../syntax/ast.ts";
import { type CompileError, InstantiationError } from "../syntax/issue.ts";
import { isPlainObject } from "../values/plain.ts";
import { CelError, isError, noSuchOverload, TypeValue, type Value } from "../values/value.ts";
import { invalidKey } from "./access.ts";
import type { Code } from "./frame.ts";
import { presenceCode, stepTo, valueCode } from "./native-path.ts";
import {
  constant,
  type DynamicPath,
  type NativeRoot,
  type Planned,
  type Planner,
  referenceAt,
  typeAt,
  unset,
} from "./planned.ts";
import { presenceAt, type Step, type Steps, stepByKey, valueAt } from "./steps.ts";

/** Types that exist in clusters during checking only. */
const messageKinds: ReadonlySet<TypeKind> = new Set<TypeKind>(["any", "wrapper", "object"]);

export function planIdent(p: Planner, e: Ident): Planned {
  const reference = referenceAt(p, e)!;
  if (reference.kind === "type") {
    const type = runtimeTypeName(reference.type);
    const isMessage = p.declarations.clusterSemantics && messageKinds.has(reference.type.kind);
    if (type === reference.name && !isMessage) return constant(new TypeValue(type));
    throw undefinedType(p, reference.name);
  }
  if (p.declarations.clusterSemantics && typeAt(p, e).kind === "type") throw undefinedType(p, reference.name);
  if (reference.kind === "variable" && reference.variable.value !== undefined)
    return constant(reference.variable.value);
  const { root, type } = nativeRoot(p, reference);
  if (type) {
    const path = { root, steps: [], type };
    return new Attribute({ ...rootOnly((cost) => valueCode(path, cost)), native: path });
  }
  const isPlainName = root.name === undefined ? root.init === undefined : !(root.name in Object.prototype);
  return new Attribute({
    ...rootOnly((cost) => plainCode(root, cost), isFlat(p, e, root.name === undefined)),
    dynamic: isPlainName ? { root, fields: [] } : undefined,
  });
}

function undefinedType(p: Planner, name: string): CompileError {
  return new InstantiationError(p.checked.source, `reference to undefined type: ${name}`);
}

/** Reads data that is CEL data already. */
function plainCode({ name, slot, missing, init }: NativeRoot, cost: number): Code {
  if (init) {
    return (f) => {
      f.cost += cost;
      if (f.slots[slot] === unset) f.slots[slot] = init(f);
      return f.slots[slot]!;
    };
  }
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

type Paths = Pick<Planned, "native" | "dynamic" | "conditional">;

interface AttributeParts extends Paths, Steps {
  /** In place of following the steps one by one. */
  readonly fast?: (cost: number) => Code;
}

/**
 * A name or another root, and its selections. Its code is created on demand: for a chain of
 * selections only the last one's.
 */
class Attribute implements Planned {
  readonly native: Planned["native"];
  readonly dynamic: Planned["dynamic"];
  readonly conditional: boolean;
  readonly path: Steps;
  readonly attribute: (rootCost: number) => Code;
  #code: Code | undefined;

  constructor({ fast, native, dynamic, conditional = false, ...path }: AttributeParts) {
    this.native = native;
    this.dynamic = dynamic;
    this.conditional = conditional;
    this.path = path;
    this.attribute = fast ?? ((cost) => valueAt(path, cost));
    this.#code = undefined;
  }

  get code(): Code {
    this.#code ??= this.attribute(1);
    return this.#code;
  }
}

/** Finds a name while the expression runs; a missing variable is an error. */
function nativeRoot(
  p: Planner,
  reference: Reference,
): { readonly root: NativeRoot; readonly type: NativeType | undefined } {
  // The names that a block gives are declared as variables.
  const local = reference.kind === "local" || reference.name.startsWith("@") ? p.locals.get(reference.name) : undefined;
  const missing = new CelError(`no such attribute(s): ${reference.name}`);
  if (local) return { root: { name: undefined, slot: local.slot, init: local.init, missing }, type: local.native };
  const type = reference.kind === "variable" ? reference.variable.native : undefined;
  return { root: { name: reference.name, slot: -1, missing }, type };
}

function ownValue(vars: Readonly<Record<string, Value | undefined>>, name: string, missing: CelError): Value {
  const v = Object.hasOwn(vars, name) ? vars[name] : undefined;
  return v === undefined ? missing : v;
}

function rootOnly(root: Steps["root"], flat = false): Steps {
  return { root, steps: [], strict: true, flat };
}

/** Whether a name or a branch can hold an optional that is to be flat. */
function isFlat(p: Planner, e: Expr, ofDyn: boolean): boolean {
  if (!p.declarations.clusterSemantics) return false;
  const type = typeAt(p, e);
  return isOptional(type) || (ofDyn && type.kind === "dyn");
}

/** One step further than an operand, which is the root unless it is an attribute itself. */
function extended(p: Planner, operand: Planned, step: Step): AttributeParts {
  const { strictOptionals: strict, clusterSemantics: flat } = p.declarations;
  const { attribute, conditional = false } = operand;
  if (operand instanceof Attribute) {
    return { root: operand.path.root, steps: [...operand.path.steps, step], strict, flat, conditional };
  }
  const root = (cost: number): Code => {
    if (attribute) return attribute(cost);
    return (f) => {
      f.cost += cost;
      return operand.code(f);
    };
  };
  return { root, steps: [step], strict, flat, conditional };
}

export function planSelect(p: Planner, e: Select): Planned {
  const operand = p.plan(e.operand);
  const { field } = e;
  if (e.testOnly) return planHas(p, operand, field);
  const native = operand.native && stepTo(operand.native, field);
  if (native) return new Attribute({ ...rootOnly((cost) => valueCode(native, cost)), native });
  const parts = extended(p, operand, { optional: false, field });
  if (!operand.dynamic || field in Object.prototype) return new Attribute(parts);
  const dynamic = { root: operand.dynamic.root, fields: [...operand.dynamic.fields, field] };
  const fast = (cost: number): Code => dynamicCode(dynamic, cost, valueAt(parts, cost));
  return new Attribute({ ...parts, dynamic, fast });
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

/** Presence is free, the steps to it are not; of a conditional at the root one step is free. */
function planHas(p: Planner, operand: Planned, field: string): Planned {
  const native = operand.native && stepTo(operand.native, field);
  if (native) return { code: presenceCode(native) };
  return { code: presenceAt(extended(p, operand, { optional: false, field }), operand.conditional ?? false) };
}

/** `a[k]`. A key that is a name is not charged for it. */
export function planIndex(p: Planner, e: Call): Planned {
  return new Attribute(extended(p, p.plan(e.args[0]!), planKey(p, e, false)));
}

/** `a.?b`: a missing field costs nothing. */
export function planOptionalSelect(p: Planner, e: Call): Planned {
  const field = e.args[1]!;
  const name = field.kind === "const" ? (field.value as string) : "";
  return new Attribute(extended(p, p.plan(e.args[0]!), { optional: true, field: name }));
}

/** `a[?k]`. */
export function planOptionalIndex(p: Planner, e: Call): Planned {
  return new Attribute(extended(p, p.plan(e.args[0]!), planKey(p, e, true)));
}

function planKey(p: Planner, e: Call, optional: boolean): Step {
  const key = p.plan(e.args[1]!);
  const wrong = key.constant === undefined ? undefined : invalidKey(key.constant);
  if (wrong && p.declarations.clusterSemantics) throw new InstantiationError(p.checked.source, wrong.message);
  return stepByKey(key, optional);
}

/** `c ? a : b`. A branch that is a name is not charged for it. */
export function planConditional(p: Planner, e: Call): Planned {
  const condition = p.plan(e.args[0]!);
  const branch = (arg: Expr): Code => {
    const { attribute, code } = p.plan(arg);
    if (attribute) return attribute(0);
    return valueAt(
      rootOnly(() => code, isFlat(p, arg, true)),
      0,
    );
  };
  const then = branch(e.args[1]!);
  const otherwise = branch(e.args[2]!);
  const { code } = condition;
  const choose: Code = (f) => {
    const c = code(f);
    if (c === true) return then(f);
    if (c === false) return otherwise(f);
    return isError(c) ? c : noSuchOverload();
  };
  return { code: choose, attribute: () => choose, conditional: true };
}
