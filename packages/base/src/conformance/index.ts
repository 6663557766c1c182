export { failureOf, registerCases, type SuiteOptions } from "./register-cases.ts";
