import { aFunction, aString, checkArgument, optional, optionsOf, recordOf } from "@svc/base/check";
import { failureOf, registerCases, type SuiteOptions } from "@svc/base/conformance";
import { stepCases } from "./cases.ts";
import type { StepCase, StepUnderTest } from "./step-case.ts";

/** Options of the suite. */
export interface AdmissionSuiteOptions extends SuiteOptions {
  /** Creates a step for one case. */
  readonly open: () => StepUnderTest | Promise<StepUnderTest>;
}

const admissionSuiteOptions = optionsOf<AdmissionSuiteOptions>({
  open: aFunction,
  test: aFunction,
  knownFailures: optional(recordOf(aString)),
});

/** Registers one test for each case. @throws {TypeError} for a wrong argument */
export function admissionConformance(options: AdmissionSuiteOptions): void {
  checkArgument("admissionConformance: options", options, admissionSuiteOptions);
  const { open } = options;
  registerCases(stepCases, options, async (one) => runStepCase(one, await open()));
}

/** Runs one case; resolves with its error, if any. */
export async function runStepCase(one: StepCase, underTest: StepUnderTest): Promise<Error | undefined> {
  return failureOf(() => one.run(underTest));
}
