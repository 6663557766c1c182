import { regexFactor, scale, sizeOf, traversalFactor } from "../cost/actual.ts";
import type { Implementation } from "../declarations/functions.ts";
import { type CallEstimator, exactly, scaled, times } from "../declarations/size.ts";
import { type NamedFormat, namedFormats } from "../values/formats.ts";
import { Opaque, type OpaqueKind, Optional, type Value } from "../values/value.ts";
import { fn, type Library, over } from "./library.ts";

const typeName = "kubernetes.NamedFormat";
const kind: OpaqueKind<NamedFormat> = { name: typeName, equals: (a, b) => a.name === b.name };
const data = (v?: Value): NamedFormat => (v as Opaque<NamedFormat>).data;

const validate: Implementation = (format, text) => {
  const problems = data(format).validate(text as string);
  return new Optional(problems.length === 0 ? undefined : problems);
};

const named: Implementation = (name) => {
  const format = namedFormats.find((f) => f.name === name);
  return new Optional(format && new Opaque(kind, format));
};

const validateCost = (format?: Value, text?: Value): number =>
  format instanceof Opaque && format.kind === kind
    ? scale(1 + sizeOf(text!), traversalFactor) * scale(data(format).regexSize, regexFactor)
    : 1;

/** The longest pattern that a format is taken to have before it is known which. */
const assumedRegexSize = 128;
const validateEstimate: CallEstimator = ([, text]) => ({
  cost: times(scaled(text!.size, traversalFactor), scaled(exactly(assumedRegexSize), regexFactor)),
});

/** `format.dns1123Label().validate(text)` and its kin. */
export function formatsLibrary(): Library {
  return {
    name: "format",
    functions: [
      ...namedFormats.map((f) =>
        fn(
          `format.${f.name}`,
          over(`format-${f.name}`, `format.${f.name}(): ${typeName}`, () => new Opaque(kind, f)),
        ),
      ),
      fn("format.named", over("format-named", `format.named(string): optional_type(${typeName})`, named)),
      fn(
        "validate",
        over("format-validate", `${typeName}.validate(string): optional_type(list(string))`, validate, {
          cost: validateCost,
          estimate: validateEstimate,
        }),
      ),
    ],
  };
}
