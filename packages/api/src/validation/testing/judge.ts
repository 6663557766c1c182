import { type ApiObject, type FieldError, fieldErrorText } from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import type { KindValidation } from "../kind-validation.ts";

/** What a kind says of a valid object after a change of it, as texts: `<path>: <message>`. */
export interface Judge {
  create(patch: object): readonly string[];
  update(patch: object): readonly string[];
  subresource(name: string, patch: object): readonly string[];
  warnings(patch: object): readonly string[];
}

/**
 * @param valid in the storage version, with its defaults; patches are merge patches
 * @param gates the names of those that are on
 */
export function judge(
  validation: KindValidation | undefined,
  valid: object,
  { gates = [], namespace = "ns" }: { readonly gates?: readonly string[]; readonly namespace?: string } = {},
): Judge {
  if (validation === undefined) throw new TypeError("no such kind");
  const context: WriteContext = {
    now: "2026-01-02T03:04:05Z",
    nowMs: Date.parse("2026-01-02T03:04:05Z"),
    gates: { enabled: (gate) => gates.includes(gate) },
    namespace,
    warn: () => undefined,
  };
  const old = { apiVersion: "v1", kind: "X", metadata: { name: "a", namespace }, ...valid } as ApiObject;
  const texts = (errors: readonly FieldError[] = []): readonly string[] => errors.map(fieldErrorText);
  return {
    create: (patch) => texts(validation.create?.(merged(old, patch), context)),
    update: (patch) => texts(validation.update?.(merged(old, patch), structuredClone(old), context)),
    subresource: (name, patch) =>
      texts(validation.subresources?.[name]?.(merged(old, patch), structuredClone(old), context)),
    warnings: (patch) => validation.warnings?.(merged(old, patch), undefined, context) ?? [],
  };
}

/** The merge patch of RFC 7396. */
function merged<T extends object>(target: T, patch: object): T {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (typeof value === "object" && !Array.isArray(value))
      result[key] = merged((result[key] ?? {}) as object, value);
    else result[key] = value;
  }
  return structuredClone(result) as T;
}
