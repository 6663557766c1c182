import { displayAs, type FieldError, invalid } from "@svc/meta";
import { type ObjectPath, parseObjectPath } from "@svc/schema";
import { goTypeName } from "./conversion/go-type-name.ts";
import type { CustomResourceScale } from "./definition/custom-resource.ts";

/** A value at a path, nothing, or a type error on the path. */
type Found = { readonly value: unknown } | { readonly problem: string } | undefined;

const maxReplicas = 2 ** 31 - 1;

/** Validates the values that a scale shows, on every write. */
export function scaleValidator(
  scale: CustomResourceScale | undefined,
): (object: object, parts: readonly ("spec" | "status")[]) => readonly FieldError[] {
  if (scale === undefined) return () => [];
  const spec = parseObjectPath(scale.specReplicasPath);
  const status = parseObjectPath(scale.statusReplicasPath);
  const { labelSelectorPath = "" } = scale;
  const selector = labelSelectorPath === "" ? undefined : parseObjectPath(labelSelectorPath);
  return (object, parts) => [
    ...(parts.includes("spec") ? replicasErrors(object, spec) : []),
    ...(parts.includes("status") ? replicasErrors(object, status) : []),
    ...(parts.includes("status") && selector !== undefined ? selectorErrors(object, selector) : []),
  ];
}

/** Why a value that a scale shows is of a wrong type. */
export function mistypedScale({
  specReplicasPath,
  statusReplicasPath,
  labelSelectorPath = "",
}: CustomResourceScale): (object: object) => string | undefined {
  const numbers = [specReplicasPath, statusReplicasPath].map((text) => ({
    path: parseObjectPath(text),
    type: "int64" as const,
  }));
  const values =
    labelSelectorPath === ""
      ? numbers
      : [...numbers, { path: parseObjectPath(labelSelectorPath), type: "string" as const }];
  return (object) => {
    for (const { path, type } of values) {
      const found = find(object, path, type);
      if (found !== undefined && "problem" in found) return found.problem;
    }
    return undefined;
  };
}

function replicasErrors(object: object, path: ObjectPath): readonly FieldError[] {
  const found = find(object, path, "int64");
  if (found === undefined) return [];
  if ("problem" in found) return [invalid(path.text, displayAs("0"), found.problem)];
  const { value } = found;
  if (typeof value !== "number" && typeof value !== "bigint") return [];
  if (value < 0) return [invalid(path.text, value, "should be a non-negative integer")];
  return value > maxReplicas ? [invalid(path.text, value, `should be less than or equal to ${maxReplicas}`)] : [];
}

function selectorErrors(object: object, path: ObjectPath): readonly FieldError[] {
  const found = find(object, path, "string");
  return found !== undefined && "problem" in found ? [invalid(path.text, "", found.problem)] : [];
}

function find(object: object, { steps }: ObjectPath, type: "int64" | "string"): Found {
  let value: unknown = object;
  for (const [i, step] of steps.entries()) {
    const members = value as Readonly<Record<string, unknown>>;
    if (!Object.hasOwn(members, step)) return undefined;
    value = members[step];
    const isLast = i === steps.length - 1;
    // A null object has no members, like an absent one.
    if (!isLast && value === null) return undefined;
    const expected = isLast ? type : "map[string]interface{}";
    const actual = goTypeName(value);
    if (actual === expected || (!isLast && actual === "map[string]interface {}")) continue;
    const path = `.${steps.slice(0, isLast ? undefined : i + 2).join(".")}`;
    return { problem: `${path} accessor error: ${text(value)} is of the type ${actual}, expected ${expected}` };
  }
  return { value };
}

function text(value: unknown): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(text).join(" ")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
    return `map[${members.map(([name, member]) => `${name}:${text(member)}`).join(" ")}]`;
  }
  return String(value);
}
