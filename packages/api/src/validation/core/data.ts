import type { FieldPath } from "../common/field-path.ts";

/** What all values of a config map or a secret may have together. */
export const maxDataBytes: number = 1024 * 1024;

/** How many bytes valid base64 stands for. */
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

/** What is sealed stays sealed, and so do its contents. */
export function immutableFields<T extends Sealable>(fields: readonly (keyof T & string)[]) {
  const detail = "field is immutable when `immutable` is set";
  return (object: T, old: T, at: FieldPath): void => {
    if (old.immutable !== true) return;
    if (object.immutable !== true) at.field("immutable").forbidden(detail);
    for (const field of fields)
      if (!sameMap((object[field] ?? {}) as Data, (old[field] ?? {}) as Data)) at.field(field).forbidden(detail);
  };
}
