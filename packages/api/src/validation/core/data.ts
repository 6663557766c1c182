import type { FieldPath } from "../common/field-path.ts";

/** The maximum size of all values of a config map or a secret together, in bytes. */
export const maxDataBytes: number = 1024 * 1024;

/** The number of bytes that valid base64 encodes. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

type Data = Readonly<Record<string, string>>;

function sameMap(a: Data, b: Data): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

interface Sealable {
  readonly immutable?: boolean;
}

/** Checks that an immutable object stays immutable with its contents. */
export function immutableFields<T extends Sealable>(fields: readonly (keyof T & string)[]) {
  const detail = "field is immutable when `immutable` is set";
  return (object: T, old: T, at: FieldPath): void => {
    if (old.immutable !== true) return;
    if (object.immutable !== true) at.field("immutable").forbidden(detail);
    for (const field of fields)
      if (!sameMap((object[field] ?? {}) as Data, (old[field] ?? {}) as Data)) at.field(field).forbidden(detail);
  };
}
