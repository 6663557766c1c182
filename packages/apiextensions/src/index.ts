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
} from "./custom-resource.ts";
export { type DefinitionOptions, definitionFromCustomResource, namesOf } from "./definition-from-custom-resource.ts";
