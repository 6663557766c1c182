/** The encodings of a field: the lower three bits of its tag. */
export const wireType = { varint: 0, fixed64: 1, lengthDelimited: 2, fixed32: 5 } as const;

/** The tag of a field: its number and wire type in one integer. */
export function tagOf(number: number, type: number): number {
  return number * 8 + type;
}
