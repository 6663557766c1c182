export {
  type CatalogChange,
  type CatalogListener,
  type CatalogOptions,
  type CatalogSnapshot,
  createCatalog,
  type ReplacedDefinition,
  type ResourceCatalog,
} from "./catalog/catalog.ts";
export { derivedFrom } from "./catalog/derived.ts";
export type { ServedGroup, ServedResource, ServedVersion } from "./catalog/served.ts";
export { compareVersions } from "./catalog/served.ts";
export { commonDescriptions } from "./common-descriptions.ts";
export { ConversionNeeded } from "./conversion-needed.ts";
export { convertObject, type VersionChange } from "./convert-object.ts";
export type { Declaration, DeclarationIssue, DeclarationResult, InputOf, OutputOf } from "./define/declaration.ts";
export { type DefinedResource, defineResource, type InputObjectOf, type ObjectOf } from "./define/define-resource.ts";
export { type ExtensionStrategyOptions, extensionStrategy } from "./define/extension-strategy.ts";
export { type JsonPath, parseJsonPath } from "./define/json-path.ts";
export { type ObjectPath, parseObjectPath, valueAt } from "./define/object-path.ts";
export { pluralOf } from "./define/plural.ts";
export type { DeclaredInput, DeclaredObject, ResourceOptions } from "./define/resource-options.ts";
export { ruleFieldPathNames } from "./define/rule-field-path.ts";
export { type ScalePaths, scaleAt } from "./define/scale.ts";
export { type Column, type ColumnType, selectableFieldsAt, tableOf } from "./define/table.ts";
export type { TypesOf } from "./define/types-of.ts";
export type {
  Cell,
  ColumnDefinition,
  Conversion,
  Definitions,
  FromStorageOptions,
  Lifecycle,
  MetadataCheck,
  ResourceDefinition,
  ResourceVersion,
  RowCondition,
  ScaleDefinition,
  SelectableFields,
  Stability,
  StorageLayout,
  Subresource,
  TableDefinition,
  Verb,
} from "./definition.ts";
export { definitionName } from "./definition-name.ts";
export { createCommonSchemas } from "./encoded/common-schemas.ts";
export { createSchemas, type Schemas, type SchemasOptions, type SchemaTexts } from "./encoded/schemas.ts";
export type {
  AdmissionExpressionOptions,
  AdmissionExpressions,
  CompiledExpression,
  CompiledRule,
  DeviceExpressions,
  Expressions,
  ValueExpressionOptions,
  ValueExpressions,
} from "./expressions.ts";
export { commonSchemaTexts } from "./gen/common-schemas.ts";
export type { JsonObject } from "./json-object.ts";
export { objectMetaSchema } from "./object-meta-schema.ts";
export {
  type AnySchema,
  type BooleanSchema,
  type BytesSchema,
  createStruct,
  type Field,
  type IntegerSchema,
  type ListSchema,
  type MapSchema,
  type NullHandling,
  type NumberSchema,
  type PatchMarkers,
  type Presence,
  type ProtoField,
  type Schema,
  type SpecialSchema,
  type StringSchema,
  type StructOptions,
  type StructSchema,
  type Union,
  type ValidationRule,
  type Validations,
  type ValueSchema,
} from "./schema.ts";
export { createDefinitionSink, type DefinitionSinkOptions, type RevocableSink } from "./source/definition-sink.ts";
export type { DefinitionSink, DefinitionSource, FollowOptions } from "./source/definition-source.ts";
export {
  type DeletionStrategy,
  type FeatureGates,
  type GenerationRule,
  type Strategy,
  type SubresourceStrategy,
  type ValidationOutcome,
  validationErrors,
  type WriteContext,
} from "./strategy.ts";
export { applyDeclaredDefaults } from "./structural/defaults.ts";
export { dropNulls } from "./structural/drop-nulls.ts";
export { embeddedErrors } from "./structural/embedded.ts";
export { type FromOpenApiOptions, fromOpenApi } from "./structural/from-openapi.ts";
export { displayGoValue } from "./structural/go-value.ts";
export { jsonEqual, jsonKey } from "./structural/json-equal.ts";
export { patternProblem } from "./structural/pattern.ts";
export { isKeyed, previousItem } from "./structural/previous-item.ts";
export { pruneStructural } from "./structural/prune.ts";
export { createValidator, type Validator, type ValidatorOptions, validate } from "./structural/validator.ts";
export { pathWithKeys, type ValuePath } from "./structural/value-path.ts";
export type { TypeDescription, TypeDescriptions } from "./type-descriptions.ts";
