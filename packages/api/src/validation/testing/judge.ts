import { finishSteps } from "@svc/base";
import { type ApiObject, fieldErrorText } from "@svc/meta";
import { type ValidationOutcome, validationErrors, type WriteContext } from "@svc/schema";
import type { KindValidation } from "../common/kind-validation.ts";

/** The errors of a valid object after a change of it, as texts: `<path>: <message>`. */
export interface Judge {
  create(patch: object): readonly string[];
  update(patch: object): readonly string[];
  subresource(name: string, patch: object): readonly string[];
  warnings(patch: object): readonly string[];
}

export interface JudgeOptions {
  /** The names of enabled gates. */
  readonly gates?: readonly string[];
  readonly namespace?: string;
  /** @default the core group */
  readonly group?: string;
  /** Prepares an object before it is validated, for example with defaults. */
  readonly prepare?: (object: ApiObject) => ApiObject;
}

/**
 * @param valid in the storage version, with its defaults; patches are merge patches
 */
export function judge(
  validation: KindValidation | undefined,
  valid: object,
  { gates = [], namespace = "ns", group = "", prepare = (object) => object }: JudgeOptions = {},
): Judge {
  if (validation === undefined) throw new TypeError("no such kind");
  const context: WriteContext = {
    now: "2026-01-02T03:04:05Z",
    nowMs: Date.parse("2026-01-02T03:04:05Z"),
    gates: { enabled: (gate) => gates.includes(gate) },
    group,
    version: "v1",
    namespace,
    warn: () => undefined,
  };
  // Tests share parts of valid objects.
  const own = structuredClone({ apiVersion: "v1", kind: "X", metadata: { name: "a", namespace }, ...valid });
  const old = prepare(own as ApiObject);
  const changed = (patch: object): ApiObject => prepare(merged(old, patch));
  const texts = (outcome: ValidationOutcome | undefined): readonly string[] =>
    finishSteps(validationErrors(outcome)).map(fieldErrorText);
  return {
    create: (patch) => texts(validation.create?.(changed(patch), context)),
    update: (patch) => texts(validation.update?.(changed(patch), structuredClone(old), context)),
    subresource: (name, patch) =>
      texts(validation.subresources?.[name]?.(changed(patch), structuredClone(old), context)),
    warnings: (patch) => validation.warnings?.(changed(patch), undefined, context) ?? [],
  };
}

/** The merge patch of RFC 7396. */
export function merged<T extends object>(target: T, patch: object): T {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (typeof value === "object" && !Array.isArray(value))
      result[key] = merged((result[key] ?? {}) as object, value);
    else result[key] = value;
  }
  return structuredClone(result) as T;
}
