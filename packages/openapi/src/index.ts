export { createDefinitionSet, type DefinitionSet, type DefinitionSetOptions } from "./definitions.ts";
export type { DocumentInfo, DocumentOptions } from "./document.ts";
export type { ListStructOptions } from "./list-struct.ts";
export { openapiV2Document, openapiV2Steps } from "./openapi-v2.ts";
export { openapiV3Document, openapiV3Documents, type VersionDocumentOptions } from "./openapi-v3.ts";
export { openapiV2Protobuf, openapiV2ProtobufSteps } from "./protobuf/openapi-v2-messages.ts";
export { openapiV3Protobuf } from "./protobuf/openapi-v3-messages.ts";
export type { OpenApiVersion, PublishOptions } from "./publish-options.ts";
export { publishDefinition, publishSchema } from "./publish-schema.ts";
