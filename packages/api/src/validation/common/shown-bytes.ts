import { type DisplayValue, displayAs } from "@svc/meta";

/** Bytes as errors list them: `[]byte{0x1, 0x2}`. */
export function shownBytes(bytes: Uint8Array): DisplayValue {
  return displayAs(`[]byte{${[...bytes].map((byte) => `0x${byte.toString(16)}`).join(", ")}}`);
}
