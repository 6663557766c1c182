import { type Clock, systemClock } from "@svc/base";
import {
  aClock,
  aFunction,
  aPositiveNumber,
  aString,
  checkArgument,
  type OptionTable,
  optional,
  optionsOf,
  recordOf,
  withMethods,
} from "@svc/base/check";
import { failureOf, registerCases, type SuiteOptions } from "@svc/base/conformance";
import { definitionSourceCases } from "./cases.ts";
import { type Follower, followSource } from "./follower.ts";
import type { DefinitionSourceCase, DefinitionSourceUnderTest } from "./source-case.ts";

/** Options of the conformance suite: it opens sources and registers cases. */
export interface DefinitionSourceSuiteOptions extends SuiteOptions {
  /** Opens a source over an origin of its own, for one case. */
  readonly open: () => DefinitionSourceUnderTest | Promise<DefinitionSourceUnderTest>;
  /** How long the source may take to pass a change. @default 5000 */
  readonly timeoutMs?: number;
  /** Measures `timeoutMs`. @default systemClock */
  readonly clock?: Clock;
}

/** What a case needs. */
type OpenOptions = Omit<DefinitionSourceSuiteOptions, keyof SuiteOptions>;

const opening: OptionTable<OpenOptions> = {
  open: aFunction,
  timeoutMs: optional(aPositiveNumber),
  clock: optional(aClock),
};
const openOptions = optionsOf<OpenOptions>(opening);
const suiteOptions = optionsOf<DefinitionSourceSuiteOptions>({
  ...opening,
  test: aFunction,
  knownFailures: optional(recordOf(aString)),
});
const expectedCase = withMethods("a case of definitionSourceCases", "run");
const expectedSource = withMethods("a DefinitionSource", "follow");

/**
 * Registers one test for each law that a source of definitions owes.
 * @throws {TypeError} for a wrong argument
 */
export function definitionSourceConformance(options: DefinitionSourceSuiteOptions): void {
  checkArgument("definitionSourceConformance: options", options, suiteOptions);
  const { open, timeoutMs, clock } = options;
  const optional = { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(clock === undefined ? {} : { clock }) };
  registerCases(definitionSourceCases, options, (one) => runDefinitionSourceCase(one, { open, ...optional }));
}

/**
 * Runs one case over a source that is opened for it. Resolves with the error, if any.
 * @throws {TypeError} for a wrong argument
 */
export async function runDefinitionSourceCase(
  one: DefinitionSourceCase,
  options: OpenOptions,
): Promise<Error | undefined> {
  checkArgument("runDefinitionSourceCase: one", one, expectedCase);
  checkArgument("runDefinitionSourceCase: options", options, openOptions);
  const { open, clock = systemClock, timeoutMs = 5_000 } = options;
  return failureOf(async () => {
    const opened = await open();
    checkArgument("open: source", opened.source, expectedSource);
    const followers: Follower[] = [];
    const followed = async (): Promise<Follower> => {
      const follower = await followSource(opened.source, { clock, timeoutMs });
      followers.push(follower);
      return follower;
    };
    try {
      await one.run({
        source: opened.source,
        write: (types) => opened.write(types),
        ...(opened.damage === undefined ? {} : { damage: (type) => opened.damage?.(type) }),
        followed,
      });
    } finally {
      for (const follower of followers) follower.end();
      await opened.close?.();
    }
  });
}
