import type { ScalarTag, Tags } from "yaml";

/**
 * A longer plain scalar is no number: no double has that many digits, and parsing time grows with
 * their square.
 */
const maxNumberLength = 400;

const [minInt64, maxUint64] = [-(2n ** 63n), 2n ** 64n - 1n];
const prefixed = /^0(?:b[01]+|o?[0-7]+|x[0-9a-f]+)$/i;

/**
 * Integers as Go reads them: in base 2, 8 and 16 with prefixes in either case; beyond 64 bits they
 * are floats, or text where they have a prefix. Numbers of base 60 are text.
 */
const integer: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^(?:[-+]_*)?(?:0[bB][01_]+|0[oO]?[0-7_]+|0[xX][0-9a-fA-F_]+|[0-9][0-9_]*)$/,
  resolve: (text) => {
    const plain = text.replaceAll("_", "");
    const digits = plain.replace(/^[-+]/, "");
    if (text.length > maxNumberLength || !/[0-9a-f]$/i.test(digits)) return text;
    const value = prefixed.test(digits) ? BigInt(digits.replace(/^0(?=[0-7])/, "0o")) : wholeOf(digits);
    if (value === undefined) return text;
    const signed = plain.startsWith("-") ? -value : value;
    if (signed >= minInt64 && signed <= maxUint64) return signed;
    return /^[0-9]+$/.test(digits) ? Number(plain) : text;
  },
};

function wholeOf(digits: string): bigint | undefined {
  return /^[0-9]+$/.test(digits) ? BigInt(digits) : undefined;
}

const isNumber: ReadonlySet<string> = new Set(["tag:yaml.org,2002:int", "tag:yaml.org,2002:float"]);

/** The tags of YAML 1.1 with numbers as the original reads them. */
export function withNumbers(tags: Tags): Tags {
  return tags.flatMap((tag) => {
    if (typeof tag === "string" || tag.collection !== undefined || !isNumber.has(tag.tag)) return [tag];
    if (tag.tag === integer.tag) return tag.format === "HEX" ? [integer] : [];
    if (tag.format === "TIME") return [];
    const { resolve } = tag;
    const short: ScalarTag["resolve"] = (text, onError, options) =>
      text.length > maxNumberLength ? text : resolve(text, onError, options);
    return [{ ...tag, resolve: short }];
  });
}
