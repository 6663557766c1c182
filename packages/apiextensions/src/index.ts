export type { ConversionReview } from "./conversion/conversion-review.ts";
export type { CallConversionWebhook } from "./conversion/conversion-webhook.ts";
export type {
  CustomResourceColumn,
  CustomResourceCondition,
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceNames,
  CustomResourceScale,
  CustomResourceSpec,
  CustomResourceVersion,
  JsonSchema,
  WebhookClientConfig,
} from "./definition/custom-resource.ts";
export type { ConversionCall, ConversionFailure, DefinitionObserver } from "./definition/definition-observer.ts";
export {
  type DefinitionOptions,
  definitionFromCustomResource,
  isTerminating,
} from "./definition-from-custom-resource.ts";
export { evaluateRules, type RuleOptions } from "./rules/evaluate-rules.ts";
export {
  compileRules,
  type LazyRule,
  type Rule,
  type RuleProblem,
  type RuleTree,
  type RuleTreeOptions,
} from "./rules/rule-tree.ts";
export { DefinitionError } from "./typescript/definition-error.ts";
export { type PrintTypesOptions, printTypes } from "./typescript/print-types.ts";
export { readDefinitions } from "./typescript/read-definitions.ts";
