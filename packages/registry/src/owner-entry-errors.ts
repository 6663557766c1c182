import { byteLength, type FieldError, invalid, type ManagedFieldsEntry, tooLong } from "@svc/meta";

const maxManagerBytes = 128;
const maxSubresourceBytes = 256;

/**
 * Validates entries of field owners, which steps of admission may have changed, or which an
 * embedded object has.
 */
export function ownerEntryErrors(entries: readonly ManagedFieldsEntry[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [i, { operation = "", fieldsType = "", manager = "", subresource = "" }] of entries.entries()) {
    const path = `metadata.managedFields[${i}]`;
    if (operation !== "Apply" && operation !== "Update")
      errors.push(invalid(`${path}.operation`, operation, "must be `Apply` or `Update`"));
    if (fieldsType !== "" && fieldsType !== "FieldsV1")
      errors.push(invalid(`${path}.fieldsType`, fieldsType, "must be `FieldsV1`"));
    if (manager.length * 4 > maxManagerBytes && byteLength(manager) > maxManagerBytes)
      errors.push(tooLong(`${path}.manager`, maxManagerBytes));
    const unprintable = unprintableIn(manager);
    if (unprintable !== undefined) errors.push(invalid(`${path}.manager`, manager, unprintable));
    if (subresource.length * 4 > maxSubresourceBytes && byteLength(subresource) > maxSubresourceBytes)
      errors.push(tooLong(`${path}.subresource`, maxSubresourceBytes));
  }
  return errors;
}

const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/** Undefined where every character can be printed. */
function unprintableIn(text: string): string | undefined {
  const found = unprintable.exec(text);
  if (found === null) return undefined;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `invalid character U+${code} (at position ${byteLength(text.slice(0, found.index))})`;
}
