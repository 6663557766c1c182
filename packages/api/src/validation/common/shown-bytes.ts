import { omission } from "@svc/base";
import { type DisplayValue, displayAs } from "@svc/meta";

/** As many as an error may quote: six characters each. */
const maxShownBytes = 2_700;

/** Bytes as errors list them: `[]byte{0x1, 0x2}`; of many the first. */
export function shownBytes(bytes: Uint8Array): DisplayValue {
  const shown = Array.from(bytes.subarray(0, maxShownBytes), (byte) => `0x${byte.toString(16)}`);
  const rest = bytes.length - shown.length;
  return displayAs(`[]byte{${shown.join(", ")}${rest > 0 ? omission(rest, "bytes") : ""}}`);
}
