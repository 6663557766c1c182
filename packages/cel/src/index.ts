export type { CheckedExpr, Reference } from "./check/check-state.ts";
export {
  type ClusterEnvOptions,
  clusterEnv,
  functionsAfter,
  newExpressionsMinor,
} from "./cluster/cluster-env.ts";
export {
  createSchemaEnvironments,
  type SchemaEnvironment,
  type SchemaEnvironments,
} from "./cluster/schema-environments.ts";
export type { CostPart, CostReport } from "./cost/estimate.ts";
export type {
  CallCost,
  FunctionDeclaration,
  Implementation,
  Metered,
  Overload,
  Specialized,
} from "./declarations/functions.ts";
export type { FieldType, NativeField, NativeType } from "./declarations/native-type.ts";
export type { Declarations, ObjectTypeInfo, TypeFamily, VariableInfo } from "./declarations/scope.ts";
export type { CallEstimate, CallEstimator, EstimateArg, Range } from "./declarations/size.ts";
export { formatType, parseType, type Type, type TypeKind } from "./declarations/types.ts";
export { createEnv, type Env } from "./env/env.ts";
export type { CompileOptions, EnvOptions, VariableType } from "./env/options.ts";
export { toPlain } from "./env/plain.ts";
export {
  defaultBudget,
  type EvaluateOptions,
  type Evaluation,
  type EvaluationError,
  type Program,
} from "./env/program.ts";
export {
  type AuthorizationDecision,
  type AuthorizationQuery,
  authorizerValue,
  authzLibrary,
  type ExpressionAuthorizer,
  resourceCheckValue,
  type ServiceAccount,
} from "./libs/authz.ts";
export { bindingsLibrary, blockLibrary, existsOneLibrary } from "./libs/bindings.ts";
export { encodersLibrary } from "./libs/encoders.ts";
export { formatsLibrary } from "./libs/formats.ts";
export { jsonPatchLibrary } from "./libs/json-patch.ts";
export type { Inspection, Library, Validator } from "./libs/library.ts";
export { listsLibrary } from "./libs/lists.ts";
export { type MathOptions, mathLibrary } from "./libs/math.ts";
export { cidrLibrary, type IpOptions, ipLibrary } from "./libs/network.ts";
export { type OptionalsOptions, optionalsLibrary } from "./libs/optionals.ts";
export { quantityLibrary } from "./libs/quantity.ts";
export { regexLibrary } from "./libs/regex.ts";
export { type SemverOptions, semverLibrary } from "./libs/semver.ts";
export { setsLibrary } from "./libs/sets.ts";
export { type StandardOptions, standardLibrary } from "./libs/standard.ts";
export { type StringsOptions, stringsLibrary } from "./libs/strings.ts";
export { twoVariableLibrary } from "./libs/two-variable.ts";
export { urlLibrary } from "./libs/url.ts";
export { literalValidators, type ValidatorOptions } from "./libs/validators.ts";
export { wellKnownLibrary } from "./libs/well-known.ts";
export { declareType, type TypeDeclaration, type ValueOf, type VariablesOf } from "./schema/declare.ts";
export { escapeName } from "./schema/names.ts";
export {
  type GrowingObject,
  growingObject,
  nativeList,
  nativeMap,
  nativeObject,
  nativeScalar,
} from "./schema/native.ts";
export { type SchemaTypeOptions, type StructuralSchema, schemaType } from "./schema/structural.ts";
export {
  type Call,
  type Comprehension,
  type Const,
  type Expr,
  forEachChild,
  type Ident,
  type ListExpr,
  type MacroCall,
  type MapEntry,
  type MapExpr,
  type ParsedExpr,
  type Select,
  type StructExpr,
  type StructField,
} from "./syntax/ast.ts";
export type { MacroBuilder } from "./syntax/builder.ts";
export { CompileError, formatIssues, InstantiationError, type Issue } from "./syntax/issue.ts";
export type { Macro } from "./syntax/macros.ts";
export { unparse } from "./syntax/unparse.ts";
export { equal } from "./values/equal.ts";
export { MapValue, mapGet, mapKeys, ObjectValue } from "./values/map.ts";
export { charge, type Meter, work } from "./values/meter.ts";
export { Duration, formatDuration, formatTimestamp, parseDuration, parseTimestamp, Timestamp } from "./values/time.ts";
export {
  CelError,
  Double,
  ListValue,
  Opaque,
  type OpaqueKind,
  Optional,
  TypeValue,
  Uint,
  type Value,
  type ValueKind,
} from "./values/value.ts";
