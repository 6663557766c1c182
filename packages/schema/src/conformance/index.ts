export { definitionSourceCases } from "./cases.ts";
export type { Follower } from "./follower.ts";
export type { SampleType } from "./sample-type.ts";
export type { DefinitionSourceCase, DefinitionSourceUnderTest, Law, SourceStage } from "./source-case.ts";
export { type DefinitionSourceSuiteOptions, definitionSourceConformance, runDefinitionSourceCase } from "./suite.ts";
