import { traversalCost, traversalFactor } from "../cost/actual.ts";
import { type CallEstimator, scaled } from "../cost/size.ts";
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
        over("base64_encode_bytes", "base64.encode(bytes): string", (b) => encode(b as Uint8Array), more),
      ),
      fn(
        "base64.decode",
        over("base64_decode_string", "base64.decode(string): bytes", (s) => decode(s as string), more),
      ),
    ],
  };
}

function encode(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function decode(text: string): Value {
  const isBase64 = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && (!text.includes("=") || text.length % 4 === 0);
  if (!isBase64 || text.replace(/=+$/, "").length % 4 === 1) return new CelError("illegal base64 data");
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}
