import { traversalCost, traversalFactor } from "../cost/actual.ts";
import { type CallEstimator, scaled } from "../declarations/size.ts";
import { decodeBase64, encodeBase64 } from "../values/base64.ts";
import { CelError, type Value } from "../values/value.ts";
import { fn, type Library, over } from "./library.ts";

const estimate: CallEstimator = ([v]) => ({
  cost: scaled(v!.size, traversalFactor),
  resultSize: { min: 0, max: v!.size.max * 2 },
});
const more = { cost: (v?: Value): number => traversalCost(v!), estimate };

/** `base64.encode(bytes)` and `base64.decode(string)`, with or without padding. */
export function encodersLibrary(): Library {
  return {
    name: "encoders",
    functions: [
      fn(
        "base64.encode",
        over("base64_encode_bytes", "base64.encode(bytes): string", (b) => encodeBase64(b as Uint8Array), more),
      ),
      fn("base64.decode", over("base64_decode_string", "base64.decode(string): bytes", decode, more)),
    ],
  };
}

function decode(text?: Value): Value {
  return decodeBase64(text as string) ?? new CelError("illegal base64 data");
}
