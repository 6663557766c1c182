import { aNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { Implementation } from "../declarations/functions.ts";
import { compareSemvers, parseLooseSemver, parseSemver, type Semver } from "../values/semver.ts";
import { bigIntValue, CelError, Opaque, type OpaqueKind, type Value } from "../values/value.ts";
import { parseCost } from "./estimates.ts";
import { fn, type Library, over, snakeCase } from "./library.ts";

/** Options of the semantic version library. */
export interface SemverOptions {
  /** 1 adds the second argument, which normalizes. @default 1 */
  readonly version?: 0 | 1;
}

const typeName = "kubernetes.Semver";
const kind: OpaqueKind<Semver> = {
  name: typeName,
  equals: (a, b) => compareSemvers(a, b) === 0,
  plainText: (v) => `(semver.Version)${v.text}`,
};
const data = (v?: Value): Semver => (v as Opaque<Semver>).data;

function read(text: Value | undefined, normalize: Value | undefined): Semver | string {
  return normalize === true ? parseLooseSemver(text as string) : parseSemver(text as string);
}

const parse: Implementation = (s, normalize) => {
  const version = read(s, normalize);
  return typeof version === "string" ? new CelError(version) : new Opaque(kind, version);
};
const isVersion: Implementation = (s, normalize) => typeof read(s, normalize) !== "string";

function comparison(name: string, type: string, answer: (order: number) => Value) {
  const impl: Implementation = (a, b) => answer(compareSemvers(data(a), data(b)));
  return fn(name, over(`semver_${snakeCase(name)}`, `${typeName}.${name}(${typeName}): ${type}`, impl));
}

function number(name: "major" | "minor" | "patch") {
  return fn(
    name,
    over(`semver_${name}`, `${typeName}.${name}(): int`, (v) => bigIntValue(BigInt.asIntN(64, data(v)[name]))),
  );
}

const semverOptions = optionsOf<SemverOptions>({
  version: optional(aNumber),
});

/** Semantic versions. @throws {TypeError} for a wrong argument */
export function semverLibrary(options: SemverOptions = {}): Library {
  checkArgument("semverLibrary: options", options, semverOptions);
  const normalizing = (options.version ?? 1) >= 1;
  return {
    name: "semver",
    functions: [
      fn(
        "semver",
        over("string_to_semver", `semver(string): ${typeName}`, parse, parseCost),
        ...(normalizing ? [over("string_bool_to_semver", `semver(string, bool): ${typeName}`, parse, parseCost)] : []),
      ),
      fn(
        "isSemver",
        over("is_semver_string", "isSemver(string): bool", isVersion, parseCost),
        ...(normalizing ? [over("is_semver_string_bool", "isSemver(string, bool): bool", isVersion, parseCost)] : []),
      ),
      comparison("isGreaterThan", "bool", (order) => order > 0),
      comparison("isLessThan", "bool", (order) => order < 0),
      comparison("compareTo", "int", (order) => order),
      number("major"),
      number("minor"),
      number("patch"),
    ],
  };
}
