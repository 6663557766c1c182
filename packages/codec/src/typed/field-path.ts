import type { Field, StructSchema } from "@svc/schema";
import { structName } from "./type-name.ts";

/** The path of the value being decoded: a linked list up to the root, which is undefined. */
export interface FieldPath {
  readonly parent: FieldPath | undefined;
  /** A field of a struct, a key of a map, or an index of a list. */
  readonly step: { readonly owner: StructSchema; readonly field: Field } | string | number;
  /** The step is a key of a map that is no declared field. @default false */
  readonly isKey?: boolean;
}

/** Formats a path as in strict errors: `spec.containers[0].image`. */
export function pathOf(path: FieldPath | undefined, prefix = ""): string {
  const steps: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.parent) {
    steps.push(typeof at.step === "object" ? at.step.field.name : at.step);
  }
  let text = prefix;
  for (const step of steps.reverse()) {
    text += typeof step === "number" ? `[${step}]` : text === "" ? step : `.${step}`;
  }
  return text;
}

/** Formats a path with the keys of maps as indexes: `spec.templates[a].metadata`. */
export function keyedPathOf(path: FieldPath | undefined): string {
  if (path === undefined) return "";
  const parent = keyedPathOf(path.parent);
  const { step } = path;
  const name = typeof step === "object" ? step.field.name : step;
  if (typeof name === "number" || path.isKey === true) return `${parent}[${name}]`;
  return parent === "" ? name : `${parent}.${name}`;
}

/**
 * Formats a path as in type errors, with fields only: `Go struct field
 * Container.spec.containers.image`.
 */
export function goFieldOf(path: FieldPath | undefined): string {
  const names: string[] = [];
  let owner: StructSchema | undefined;
  for (let at = path; at !== undefined; at = at.parent) {
    if (typeof at.step !== "object") continue;
    owner ??= at.step.owner;
    names.push(at.step.field.name);
  }
  if (owner === undefined) return "Go value";
  return `Go struct field ${structName(owner.name)}.${names.reverse().join(".")}`;
}
