import { doubleParts, roundedShift } from "../values/text.ts";

/**
 * The style of formatted values. The older one, `localized`, quotes strings in lists and groups the
 * digits of numbers.
 */
export type FormatStyle = "plain" | "localized";

/** Digits after the point, exact; halves go to the even neighbour. */
export function fixed(n: number, precision: number): string {
  const { mantissa, exponent } = doubleParts(Math.abs(n));
  // More digits than these are zeros.
  const digits = Math.min(precision, 1074);
  const scaled = mantissa * 10n ** BigInt(digits);
  const text = String(exponent >= 0 ? scaled << BigInt(exponent) : roundedShift(scaled, BigInt(-exponent)));
  const padded = text.padStart(digits + 1, "0");
  const whole = padded.slice(0, padded.length - digits);
  const rest = padded.slice(whole.length).padEnd(precision, "0");
  return `${n < 0 ? "-" : ""}${whole}${precision > 0 ? "." : ""}${rest}`;
}

/** `%f`: the localized form groups digits by threes. */
export function formatFixed(n: number, precision: number, style: FormatStyle): string {
  if (!Number.isFinite(n)) return special(n, style);
  const text = fixed(n, precision);
  if (style === "plain") return text;
  const point = text.indexOf(".");
  const whole = point < 0 ? text : text.slice(0, point);
  return `${groupedByThrees(whole)}${point < 0 ? "" : text.slice(point)}`;
}

function groupedByThrees(whole: string): string {
  const sign = whole.startsWith("-") ? "-" : "";
  const groups: string[] = [];
  for (let end = whole.length; end > sign.length; end -= 3)
    groups.unshift(whole.slice(Math.max(end - 3, sign.length), end));
  return sign + groups.join(",");
}

/** `%e`: the localized form always has six digits; its precision is the least width. */
export function formatScientific(n: number, precision: number | undefined, style: FormatStyle): string {
  if (style === "localized") return localizedScientific(n).padStart(precision ?? 6, " ");
  if (!Number.isFinite(n)) return special(n, style);
  const { digits, sign, power } = exponential(n, Math.min(precision ?? 6, 100));
  return `${digits}e${sign}${power}`;
}

function localizedScientific(n: number): string {
  if (!Number.isFinite(n)) return special(n, "localized");
  const { digits, sign, power } = exponential(n, 6);
  return `${digits}×10${sign === "-" ? "⁻" : ""}${[...power].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("")}`;
}

function exponential(n: number, precision: number): Readonly<Record<"digits" | "sign" | "power", string>> {
  const [digits, exponent] = n.toExponential(precision).split("e") as [string, string];
  return { digits, sign: exponent[0]!, power: exponent.slice(1).padStart(2, "0") };
}

export function special(n: number, style: FormatStyle): string {
  if (Number.isNaN(n)) return "NaN";
  const infinity = style === "plain" ? "Infinity" : "∞";
  return n > 0 ? infinity : `-${infinity}`;
}
