import { parseUnsigned, quoteWhole } from "@svc/base";

/**
 * A semantic version. Build metadata takes no part in order or equality.
 * Source: Semantic Versioning 2.0.0.
 */
export interface Semver {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: readonly string[];
  /** The version as it was read. */
  readonly text: string;
}

/** Parses a version; returns a message for an invalid text. */
export function parseSemver(text: string): Semver | string {
  if (text === "") return "Version string empty";
  const parts = text.split(".");
  if (parts.length < 3) return "No Major.Minor.Patch elements found";
  const [major, minor] = parts as [string, string];
  let patch = parts.slice(2).join(".");
  const wrong = numberProblem(major, "Major") ?? numberProblem(minor, "Minor");
  if (wrong) return wrong;
  const plus = patch.indexOf("+");
  const build = plus < 0 ? undefined : patch.slice(plus + 1);
  if (plus >= 0) patch = patch.slice(0, plus);
  const dash = patch.indexOf("-");
  const prerelease = dash < 0 ? [] : patch.slice(dash + 1).split(".");
  if (dash >= 0) patch = patch.slice(0, dash);
  const problem = numberProblem(patch, "Patch") ?? prereleaseProblem(prerelease) ?? buildProblem(build);
  if (problem) return problem;
  return { major: BigInt(major), minor: BigInt(minor), patch: BigInt(patch), prerelease, text };
}

function numberProblem(text: string, what: string): string | undefined {
  if (!/^\d+$/.test(text)) {
    return text === ""
      ? `strconv.ParseUint: parsing "": invalid syntax`
      : `Invalid character(s) found in ${what.toLowerCase()} number ${quoteWhole(text)}`;
  }
  if (text.length > 1 && text.startsWith("0"))
    return `${what} number must not contain leading zeroes ${quoteWhole(text)}`;
  const parsed = parseUnsigned(text);
  return parsed.ok ? undefined : parsed.problem;
}

function prereleaseProblem(parts: readonly string[]): string | undefined {
  for (const part of parts) {
    if (part === "") return "Prerelease is empty";
    if (/^\d+$/.test(part) && part.length > 1 && part.startsWith("0")) {
      return `Numeric PreRelease version must not contain leading zeroes ${quoteWhole(part)}`;
    }
    if (!/^[0-9A-Za-z-]+$/.test(part)) return `Invalid character(s) found in prerelease ${quoteWhole(part)}`;
  }
  return undefined;
}

function buildProblem(build: string | undefined): string | undefined {
  for (const part of build?.split(".") ?? []) {
    if (part === "") return "Build meta data is empty";
    if (!/^[0-9A-Za-z-]+$/.test(part)) return `Invalid character(s) found in build meta data ${quoteWhole(part)}`;
  }
  return undefined;
}

/**
 * Parses a version with a leading `v`, leading zeros or missing parts; returns a message for an
 * invalid text.
 */
export function parseLooseSemver(text: string): Semver | string {
  const [major = "", minor, ...rest] = text.replace(/^v/, "").split(".");
  const texts = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join(".")])];
  if (texts.length < 3 && /[-+]/.test(texts.at(-1)!)) {
    return "short version cannot contain PreRelease/Build meta data";
  }
  const parts = texts.map((part) =>
    Buffer.byteLength(part) > 1 ? part.replace(/^0+(?=\d)/, "").replace(/^0*(?!\d)/, "0") : part,
  );
  while (parts.length < 3) parts.push("0");
  return parseSemver(parts.join("."));
}

export function compareSemvers(a: Semver, b: Semver): number {
  for (const part of ["major", "minor", "patch"] as const) {
    if (a[part] !== b[part]) return a[part] < b[part] ? -1 : 1;
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0) {
    return Math.sign(b.prerelease.length - a.prerelease.length);
  }
  for (let i = 0; i < Math.min(a.prerelease.length, b.prerelease.length); i++) {
    const order = compareIdentifiers(a.prerelease[i]!, b.prerelease[i]!);
    if (order !== 0) return order;
  }
  return Math.sign(a.prerelease.length - b.prerelease.length);
}

/** Numbers come before words, and are compared as numbers. */
function compareIdentifiers(a: string, b: string): number {
  const [x, y] = [a, b].map((s) => /^\d+$/.test(s)) as [boolean, boolean];
  if (x && y) return BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
  if (x !== y) return x ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
