import { candidateNames, type Declarations, namedType, objectTypeNamed } from "../declarations/scope.ts";
import {
  boolType,
  bytesType,
  doubleType,
  dynType,
  errorType,
  formatType,
  intType,
  isOptional,
  listOf,
  mapOf,
  nullType,
  objectType,
  optionalOf,
  stringType,
  type Type,
  typeOf,
  typeParam,
  uintType,
} from "../declarations/types.ts";
import type { Comprehension, Expr, Ident, ListExpr, MapExpr, ParsedExpr, Select, StructExpr } from "../syntax/ast.ts";
import { addIssue, type Issue, issueAt, sortIssues } from "../syntax/issue.ts";
import { kindOf, type Value } from "../values/value.ts";
import { checkCall } from "./calls.ts";
import {
  assertType,
  type CheckedExpr,
  type Checker,
  mismatch,
  qualifiedName,
  sameElements,
  selectField,
  typeOfNode,
} from "./check-state.ts";
import { guessedTypes } from "./guessed-types.ts";
import { closest } from "./suggest.ts";
import { assignable, isClosed, mostGeneral, substitute } from "./unify.ts";

/** Infers the type of every node, or reports errors. */
export function check(
  parsed: ParsedExpr,
  declarations: Declarations,
): { readonly checked: CheckedExpr } | { readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  let freshNames = 0;
  const c: Checker = {
    visit: (e) => checkExpr(c, e),
    declarations,
    mapping: new Map(),
    types: new Array(parsed.nextId),
    references: new Array(parsed.nextId),
    locals: [],
    report: (e, message, suggestion) => addIssue(issues, () => issueAt(parsed.source, e.pos, { message, suggestion })),
    fresh: () => typeParam(`_var${freshNames++}`),
    skip: (count) => {
      freshNames += count;
    },
  };
  const expr = checkExpr(c, parsed.expr);
  if (issues.length > 0) return { issues: sortIssues(issues) };
  const { types } = c;
  for (let id = 0; id < types.length; id++) {
    const type = types[id];
    if (type !== undefined && !isClosed(type)) types[id] = substitute(c.mapping, type, true);
  }
  const { references } = c;
  const guessed = guessedTypes({ expr, types, references });
  return { checked: { expr, source: parsed.source, types, references, type: types[expr.id]!, guessed } };
}

/** Checks a node and returns it, or what replaces it in the checked tree. */
function checkExpr(c: Checker, e: Expr): Expr {
  switch (e.kind) {
    case "const":
      c.types[e.id] = constType(e.value);
      return e;
    case "ident":
      return checkIdent(c, e);
    case "select":
      return checkSelect(c, e);
    case "call":
      return checkCall(c, e);
    case "list":
      return checkList(c, e);
    case "map":
      return checkMap(c, e);
    case "struct":
      return checkStruct(c, e);
    case "comprehension":
      return checkComprehension(c, e);
  }
}

const constTypes: ReadonlyMap<string, Type> = new Map(
  Object.entries<Type>({
    null: nullType,
    bool: boolType,
    int: intType,
    uint: uintType,
    double: doubleType,
    string: stringType,
    bytes: bytesType,
  }),
);

function constType(value: Value): Type {
  return constTypes.get(kindOf(value)) ?? dynType;
}

function checkIdent(c: Checker, e: Ident): Expr {
  const found = resolveName(c, e, e.name);
  if (found) return found;
  const { container, variables, typeNames } = c.declarations;
  const known = [...c.locals.map((l) => l.name), ...variables.keys(), ...typeNames.keys()];
  c.report(e, `undeclared reference to '${e.name}' (in container '${container}')`, closest(known, e.name));
  c.types[e.id] = errorType;
  return e;
}

/** The node as a reference to what the name declares, if it declares something. */
function resolveName(c: Checker, e: Expr, name: string): Ident | undefined {
  const local = c.locals.length === 0 || name.includes(".") ? undefined : c.locals.findLast((l) => l.name === name);
  if (local) {
    c.types[e.id] = local.type;
    c.references[e.id] = { kind: "local", name };
    return e.kind === "ident" ? e : { kind: "ident", id: e.id, pos: e.pos, name };
  }
  const { variables, container } = c.declarations;
  for (const candidate of candidateNames(container, name)) {
    const variable = variables.get(candidate);
    const type = namedType(c.declarations, candidate);
    if (!variable && !type) continue;
    c.types[e.id] = variable ? variable.type : typeOf(type!);
    c.references[e.id] = variable
      ? { kind: "variable", name: candidate, variable }
      : { kind: "type", name: candidate, type: type! };
    return e.kind === "ident" && e.name === candidate ? e : { kind: "ident", id: e.id, pos: e.pos, name: candidate };
  }
  return undefined;
}

function checkSelect(c: Checker, e: Select): Expr {
  if (mayBeName(c, e)) {
    const found = resolveName(c, e, qualifiedName(e)!);
    if (found) return found;
  }
  const operand = checkExpr(c, e.operand);
  const field = selectField(c, e, { operand: typeOfNode(c, operand), field: e.field });
  c.types[e.id] = e.testOnly ? boolType : field;
  return operand === e.operand ? e : { ...e, operand };
}

/**
 * Whether a selection can be a declared name with dots; a local variable at its root hides those.
 */
function mayBeName(c: Checker, e: Select): boolean {
  const { dottedRoots, container } = c.declarations;
  if (dottedRoots.size === 0) return false;
  let root: Expr = e;
  while (root.kind === "select" && !root.testOnly) root = root.operand;
  if (root.kind !== "ident" || c.locals.some((l) => l.name === root.name)) return false;
  return container !== "" || root.name.startsWith(".") || dottedRoots.has(root.name);
}

function checkList(c: Checker, e: ListExpr): Expr {
  let type: Type | undefined;
  const elements = e.elements.map((element, i) => {
    const checked = checkExpr(c, element);
    const found = e.optionals.includes(i) ? unwrapOptional(c, checked) : typeOfNode(c, checked);
    type = join(c, type, found);
    return checked;
  });
  c.types[e.id] = listOf(type ?? c.fresh());
  return sameElements(elements, e.elements) ? e : { ...e, elements };
}

/** The type inside an optional element; anything but an optional is wrong there. */
function unwrapOptional(c: Checker, e: Expr): Type {
  const type = substitute(c.mapping, typeOfNode(c, e), false);
  if (isOptional(type)) return type.params[0]!;
  if (type.kind !== "dyn") mismatch(c, e, { expected: optionalOf(type), found: type });
  return type;
}

/** Elements of different types make a list or map of dyn. */
function join(c: Checker, previous: Type | undefined, current: Type): Type {
  if (previous === undefined) return current;
  return assignable(c.mapping, previous, current) ? mostGeneral(previous, current) : dynType;
}

function checkMap(c: Checker, e: MapExpr): Expr {
  let keyType: Type | undefined;
  let valueType: Type | undefined;
  const entries = e.entries.map((entry) => {
    const key = checkExpr(c, entry.key);
    keyType = join(c, keyType, typeOfNode(c, key));
    const value = checkExpr(c, entry.value);
    valueType = join(c, valueType, entry.optional ? unwrapOptional(c, value) : typeOfNode(c, value));
    return key === entry.key && value === entry.value ? entry : { ...entry, key, value };
  });
  c.types[e.id] = mapOf(keyType ?? c.fresh(), valueType ?? c.fresh());
  return sameElements(entries, e.entries) ? e : { ...e, entries };
}

function checkStruct(c: Checker, e: StructExpr): Expr {
  const { container } = c.declarations;
  const name = candidateNames(container, e.name).find((n) => objectTypeNamed(c.declarations, n) !== undefined);
  const info = name === undefined ? undefined : objectTypeNamed(c.declarations, name);
  if (!info?.construct) {
    const isKnown = info !== undefined || c.declarations.typeNames.has(e.name);
    c.report(
      e,
      isKnown
        ? `'${e.name}' is not a message type`
        : `undeclared reference to '${e.name}' (in container '${container}')`,
    );
  }
  if (name === undefined && !c.declarations.typeNames.has(e.name)) {
    c.types[e.id] = errorType;
    return e;
  }
  const fields = e.fields.map((field) => {
    const value = checkExpr(c, field.value);
    const declared = (info?.fields.get(field.name) ?? info?.rest)?.type;
    if (info?.construct && declared === undefined) c.report(field, `undefined field '${field.name}'`);
    const actual = field.optional ? unwrapOptional(c, value) : typeOfNode(c, value);
    if (declared !== undefined && !assignable(c.mapping, declared, actual)) {
      const expected = formatType(substitute(c.mapping, declared, true));
      const found = formatType(substitute(c.mapping, actual, true));
      c.report(field, `expected type of field '${field.name}' is '${expected}' but provided type is '${found}'`);
    }
    return value === field.value ? field : { ...field, value };
  });
  c.types[e.id] = info?.construct ? (info.constructed ?? objectType(info.name)) : errorType;
  if (info?.construct) c.references[e.id] = { kind: "type", name: info.name, type: objectType(info.name) };
  return name !== undefined && (name !== e.name || !sameElements(fields, e.fields)) ? { ...e, name, fields } : e;
}

function checkComprehension(c: Checker, e: Comprehension): Expr {
  const range = checkExpr(c, e.range);
  const accuInit = checkExpr(c, e.accuInit);
  const accuType = typeOfNode(c, accuInit);
  const [first, second] = iterationTypes(c, range, e.iterVar2 !== undefined);
  c.locals.push({ name: e.accuVar, type: accuType });
  const depth = c.locals.length;
  c.locals.push({ name: e.iterVar, type: first });
  if (e.iterVar2 !== undefined) c.locals.push({ name: e.iterVar2, type: second });
  const condition = checkExpr(c, e.condition);
  assertType(c, condition, boolType);
  const step = checkExpr(c, e.step);
  assertType(c, step, accuType);
  c.locals.length = depth;
  const result = checkExpr(c, e.result);
  c.locals.length = depth - 1;
  c.types[e.id] = substitute(c.mapping, typeOfNode(c, result), false);
  return { ...e, range, accuInit, condition, step, result };
}

/** The types of the iteration variables: of the single one, or of both. */
function iterationTypes(c: Checker, range: Expr, two: boolean): readonly [Type, Type] {
  const type = substitute(c.mapping, typeOfNode(c, range), false);
  switch (type.kind) {
    case "list":
      return two ? [intType, type.params[0]!] : [type.params[0]!, dynType];
    case "map":
      return [type.params[0]!, type.params[1]!];
    case "param":
      assignable(c.mapping, dynType, type);
      return [dynType, dynType];
    case "dyn":
    case "any":
    case "error":
      return [dynType, dynType];
    default:
      c.report(
        range,
        `expression of type '${formatType(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      );
      return [errorType, errorType];
  }
}
