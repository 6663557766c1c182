import { boolType, bytesType, doubleType, intType, nullType, stringType, uintType } from "../declarations/types.ts";
import { fn, type Library, over } from "../libs/library.ts";
import { Uint } from "../values/value.ts";

/** Functions that the golden data of the checker assume to be declared. */
export const checkingFunctions: Library = {
  name: "checking",
  constants: {
    is: { type: stringType, value: "" },
    ii: { type: intType, value: 0 },
    iu: { type: uintType, value: new Uint(0) },
    iz: { type: boolType, value: false },
    ib: { type: bytesType, value: new Uint8Array() },
    id: { type: doubleType, value: 0.5 },
    ix: { type: nullType, value: null },
  },
  functions: [
    fn(
      "fg_s",
      over("fg_s_0", "fg_s(): string", () => ""),
    ),
    fn(
      "fi_s_s",
      over("fi_s_s_0", "string.fi_s_s(): string", (s) => s!),
    ),
  ],
};
