import { traversalCost, traversalFactor } from "../cost/actual.ts";
import { scaled } from "../declarations/size.ts";
import { fn, type Library, over } from "./library.ts";

/** `jsonpatch.escapeKey`: a key as a part of a JSON pointer. Source: RFC 6901. */
export function jsonPatchLibrary(): Library {
  return {
    name: "jsonpatch",
    functions: [
      fn(
        "jsonpatch.escapeKey",
        over(
          "string_jsonpatch_escapeKey_string",
          "jsonpatch.escapeKey(string): string",
          (key) => (key as string).replaceAll("~", "~0").replaceAll("/", "~1"),
          {
            cost: (key) => traversalCost(key!),
            estimate: ([key]) => ({ cost: scaled(key!.size, traversalFactor), resultSize: key!.size }),
          },
        ),
      ),
    ],
  };
}
