import type { Field, StructSchema } from "@svc/schema";
import { structName } from "./type-name.ts";

/** Where in an object decoding stands: a chain up to the root, which is undefined. */
export interface FieldPath {
  readonly parent: FieldPath | undefined;
  /** A field of a struct, a key of a map, or an index of a list. */
  readonly step: { readonly owner: StructSchema; readonly field: Field } | string | number;
}

/** `spec.containers[0].image`: how strict errors say it. */
export function pathOf(place: FieldPath | undefined, prefix = ""): string {
  const steps: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.parent) {
    steps.push(typeof at.step === "object" ? at.step.field.name : at.step);
  }
  let path = prefix;
  for (const step of steps.reverse()) {
    path += typeof step === "number" ? `[${step}]` : path === "" ? step : `.${step}`;
  }
  return path;
}

/**
 * `Go struct field Container.spec.containers.image`: how type errors say it, naming fields only.
 */
export function goFieldOf(place: FieldPath | undefined): string {
  const names: string[] = [];
  let owner: StructSchema | undefined;
  for (let at = place; at !== undefined; at = at.parent) {
    if (typeof at.step !== "object") continue;
    owner ??= at.step.owner;
    names.push(at.step.field.name);
  }
  if (owner === undefined) return "Go value";
  return `Go struct field ${structName(owner.name)}.${names.reverse().join(".")}`;
}
