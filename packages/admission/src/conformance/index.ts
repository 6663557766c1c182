export { stepCases } from "./cases.ts";
export type { Law, StepCase, StepSample, StepUnderTest } from "./step-case.ts";
export { type AdmissionSuiteOptions, admissionConformance, runStepCase } from "./suite.ts";
