import {
  aFunction,
  aString,
  checkArgument,
  listOf,
  optional,
  optionsOf,
  recordOf,
  withMethods,
} from "../check/index.ts";

/** Options that every conformance suite has. */
export interface SuiteOptions {
  /** Registers a test: `test` of vitest, of node:test, or any other. */
  readonly test: (name: string, body: () => Promise<void>) => void;
  /**
   * Known failures: case to reason. A listed case that passes or does not exist fails.
   * @default none
   */
  readonly knownFailures?: Readonly<Record<string, string>>;
}

/** One case of a suite. */
interface ConformanceCase {
  /** Identifies the case. */
  readonly name: string;
  /** The sentence that users rely on, which begins the name of the test. @default none */
  readonly law?: string;
}

const expectedCases = listOf(withMethods("a case of a suite"));
const suiteOptions = optionsOf<SuiteOptions>({ test: aFunction, knownFailures: optional(recordOf(aString)) });

/**
 * Registers one test for each case.
 * @param run resolves with the error of a case, if any
 * @throws {TypeError} for a wrong argument, and for a known failure that is no case
 */
export function registerCases<Case extends ConformanceCase>(
  cases: readonly Case[],
  options: SuiteOptions,
  run: (one: Case) => Promise<Error | undefined>,
): void {
  checkArgument("registerCases: cases", cases, expectedCases);
  checkArgument("registerCases: options", options, suiteOptions);
  checkArgument("registerCases: run", run, aFunction);
  const { test } = options;
  const knownFailures = new Map(Object.entries(options.knownFailures ?? {}));
  const names = new Set(cases.map(({ name }) => name));
  for (const name of knownFailures.keys())
    if (!names.has(name)) throw new TypeError(`knownFailures names '${name}', which is no case`);
  for (const one of cases) {
    const { name, law } = one;
    const reason = knownFailures.get(name);
    test(law === undefined ? name : `${law}: ${name}`, async () => {
      const failure = await run(one);
      if (reason === undefined && failure !== undefined) throw failure;
      if (reason !== undefined && failure === undefined)
        throw new Error(`'${name}' passes, but is listed as a known failure: ${reason}`);
    });
  }
}

/** The error with which a case fails, if it does. @throws {TypeError} for a wrong argument */
export async function failureOf(run: () => void | Promise<void>): Promise<Error | undefined> {
  checkArgument("failureOf: run", run, aFunction);
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
