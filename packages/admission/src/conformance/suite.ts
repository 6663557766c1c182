import { aFunction, aString, checkArgument, optional, optionsOf, recordOf } from "@svc/base/check";
import { stepCases } from "./cases.ts";
import type { StepCase, StepUnderTest } from "./step-case.ts";

/** Options of the suite. */
export interface AdmissionSuiteOptions {
  /** Creates a step for one case. */
  readonly open: () => StepUnderTest | Promise<StepUnderTest>;
  /** Registers a test: `test` of vitest, of node:test, or any other. */
  readonly test: (name: string, body: () => Promise<void>) => void;
  /**
   * Known failures: case to reason. A listed case that passes or does not exist fails.
   * @default none
   */
  readonly knownFailures?: Readonly<Record<string, string>>;
}

const admissionSuiteOptions = optionsOf<AdmissionSuiteOptions>({
  open: aFunction,
  test: aFunction,
  knownFailures: optional(recordOf(aString)),
});

/** Registers one test for each case. @throws {TypeError} for a wrong argument */
export function admissionConformance(options: AdmissionSuiteOptions): void {
  checkArgument("admissionConformance: options", options, admissionSuiteOptions);
  const { open, test, knownFailures = {} } = options;
  const names = new Set(stepCases.map((c) => c.name));
  for (const name of Object.keys(knownFailures)) {
    if (!names.has(name)) throw new TypeError(`knownFailures names '${name}', which is no case`);
  }
  for (const one of stepCases) {
    const reason = knownFailures[one.name];
    test(`${one.law}: ${one.name}`, async () => {
      const failure = await runStepCase(one, await open());
      if (reason === undefined && failure !== undefined) throw failure;
      if (reason !== undefined && failure === undefined)
        throw new Error(`'${one.name}' passes, but is listed as a known failure: ${reason}`);
    });
  }
}

/** Runs one case; resolves with its error, if any. */
export async function runStepCase(one: StepCase, underTest: StepUnderTest): Promise<Error | undefined> {
  try {
    await one.run(underTest);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
