import { type FieldKey, self } from "./field-key.ts";
import { emptySet, type FieldSet, isEmpty, isMember, leaf, memberOf, setOf } from "./field-set.ts";
import { anyShape, type Shape, type StructShape } from "./shape.ts";

/** Translates sets to the terms of a schema. */
export type Reconcile = (shape: StructShape, set: FieldSet) => FieldSet;

/** Reconciles each set once per schema. */
export function createReconcile(): Reconcile {
  const agreed = new WeakMap<FieldSet, StructShape>();
  return (shape, set) => {
    if (agreed.get(set) === shape) return set;
    const result = reconciled(shape, set);
    agreed.set(result, shape);
    return result;
  };
}

/**
 * Reconciles a set with a schema that changed since: for values that became atomic, an owner of a
 * part owns the whole. The opposite direction changes nothing, since the intended parts are
 * unknown.
 */
export function reconciled(shape: StructShape, set: FieldSet): FieldSet {
  return isEmpty(set) ? set : (reconcileChildren(shape, set) ?? emptySet);
}

function reconcileNode(shape: Shape, node: FieldSet): FieldSet {
  return shape.kind === "atomic" ? leaf : (reconcileChildren(shape, node) ?? leaf);
}

/** Returns the same node where nothing changes. */
function reconcileChildren(shape: Shape, node: FieldSet): FieldSet | undefined {
  let changed: Map<FieldKey, FieldSet> | undefined;
  for (const key in node) {
    const before = node[key] as FieldSet;
    if (isEmpty(before)) continue;
    const after = reconcileNode(shapeAt(shape, key), before);
    if (after === before) continue;
    changed ??= new Map();
    changed.set(key, after);
  }
  if (changed === undefined) return node;
  const children: [FieldKey, FieldSet][] = [];
  for (const key in node) if (key !== self) children.push([key, changed.get(key) ?? (node[key] as FieldSet)]);
  return isMember(node) ? memberOf(children) : setOf(children);
}

function shapeAt(shape: Shape, key: FieldKey): Shape {
  if (shape.kind === "list") return shape.items;
  if (shape.kind === "map") return shape.values;
  return shape.kind === "struct" ? (shape.field(key.slice(2))?.shape ?? anyShape) : anyShape;
}
