import { type Expected, expected, mismatch, type Optional, type Problem, within } from "./expected.ts";
import { nearestName } from "./nearest-name.ts";
import { anObject } from "./values.ts";

/**
 * One expectation for each option, which the compiler checks: none may be left out, optional ones
 * are `optional`, and each accepts what the option's type allows.
 */
export type OptionTable<Options> = {
  readonly [Name in keyof Required<Options>]: object extends Pick<Options, Name>
    ? Optional<Exclude<Options[Name], undefined>>
    : Expected<Options[Name]>;
};

/**
 * An object of options. A name that isn't in the table is ignored, since callers may pass an object
 * that holds more, unless it looks like the name of an absent option: then it is taken for a
 * misspelling.
 */
export function optionsOf<Options extends object>(table: OptionTable<Options>): Expected<Options> {
  const options = Object.entries<Expected<never>>(table);
  const names: ReadonlySet<string> = new Set(Object.keys(table));
  return {
    what: anObject.what,
    problemOf: (value) => {
      const other = anObject.problemOf(value);
      if (other !== undefined) return other;
      const members = value as Readonly<Record<string, unknown>>;
      const misspelt = misspelling(members, names);
      if (misspelt !== undefined) return misspelt;
      for (const [name, { problemOf }] of options) {
        const problem = problemOf(members[name]);
        if (problem !== undefined) return within(`.${name}`, problem);
      }
      return undefined;
    },
  };
}

/** An array of which each item is as expected. */
export function listOf<Item>({ what, problemOf }: Expected<Item>): Expected<readonly Item[]> {
  const whole = `an array (each item ${what})`;
  return {
    what: whole,
    problemOf: (value) => {
      if (!Array.isArray(value)) return mismatch(whole, value);
      for (let at = 0; at < value.length; at++) {
        const problem = problemOf(value[at]);
        if (problem !== undefined) return within(`[${at}]`, problem);
      }
      return undefined;
    },
  };
}

/** An object of which each value is as expected; its names are free. */
export function recordOf<Value>({ what, problemOf }: Expected<Value>): Expected<Readonly<Record<string, Value>>> {
  const whole = `an object (each value ${what})`;
  return {
    what: whole,
    problemOf: (value) => {
      if (anObject.problemOf(value) !== undefined) return mismatch(whole, value);
      for (const [name, member] of Object.entries(value as object)) {
        const problem = problemOf(member);
        if (problem !== undefined) return within(`.${name}`, problem);
      }
      return undefined;
    },
  };
}

/** What one of two expectations accepts. */
export function either<A, B>(one: Expected<A>, other: Expected<B>): Expected<A | B> {
  return expected(
    `${one.what} or ${other.what}`,
    (value) => one.problemOf(value) === undefined || other.problemOf(value) === undefined,
  );
}

/** Options that aren't plain objects are implementations, whose further members are their own. */
function misspelling(members: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): Problem | undefined {
  const prototype: unknown = Object.getPrototypeOf(members);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  for (const name of Object.keys(members)) {
    if (names.has(name) || members[name] === undefined) continue;
    const meant = nearestName(name, names);
    if (meant !== undefined && members[meant] === undefined)
      return { at: `.${name}`, text: () => `is unknown: did you mean ${meant}?` };
  }
  return undefined;
}
