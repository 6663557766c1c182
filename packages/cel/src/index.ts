export { createEnv, type CompileOptions, type Env, type EnvOptions, type VariableType } from "./env/env.ts";
export {
  type EvaluateOptions,
  type Evaluation,
  type EvaluationError,
  type Program,
  defaultBudget,
} from "./env/program.ts";
export { toPlain } from "./env/plain.ts";
export { type CostPart, type CostReport } from "./cost/estimate.ts";
export { type CallEstimate, type CallEstimator, type EstimateArg, type Range } from "./cost/size.ts";
export { type Issue, CompileError, formatIssue, formatIssues } from "./syntax/issue.ts";
export {
  type Call,
  type Comprehension,
  type Const,
  type Expr,
  type Ident,
  type ListExpr,
  type MapEntry,
  type MapExpr,
  type MacroCall,
  type ParsedExpr,
  type Select,
  type StructExpr,
  type StructField,
  forEachChild,
} from "./syntax/ast.ts";
export { unparse } from "./syntax/unparse.ts";
export { type Macro } from "./syntax/macros.ts";
export { type MacroBuilder } from "./syntax/builder.ts";
export { type CheckedExpr, type Reference } from "./check/checker.ts";
export { type CallCost, type FunctionDeclaration, type Implementation, type Overload } from "./check/declarations.ts";
export { type Declarations, type FieldType, type ObjectTypeInfo, type VariableInfo } from "./check/scope.ts";
export { type Type, type TypeKind, formatType, parseType, sameType } from "./check/types.ts";
export {
  type NativeField,
  type NativeType,
  nativeList,
  nativeMap,
  nativeObject,
  nativeScalar,
} from "./schema/native.ts";
export { escapeName, unescapeName } from "./schema/names.ts";
export { type SchemaTypeOptions, type StructuralSchema, minSize, schemaType } from "./schema/structural.ts";
export { type TypeDeclaration, type ValueOf, type VariablesOf, declareType } from "./schema/declare.ts";
export { type Library, type Validator } from "./libs/library.ts";
export { type StandardOptions, standardLibrary } from "./libs/standard.ts";
export {
  type AuthorizationAnswer,
  type AuthorizationQuestion,
  type ExpressionAuthorizer,
  type ServiceAccount,
  authorizerValue,
  authzLibrary,
  resourceCheckValue,
} from "./libs/authz.ts";
export { bindingsLibrary, blockLibrary, existsOneLibrary } from "./libs/bindings.ts";
export { encodersLibrary } from "./libs/encoders.ts";
export { formatsLibrary } from "./libs/formats.ts";
export { jsonPatchLibrary } from "./libs/json-patch.ts";
export { type ClusterEnvOptions, clusterEnv } from "./libs/cluster.ts";
export { listsLibrary } from "./libs/lists.ts";
export { type MathOptions, mathLibrary } from "./libs/math.ts";
export { cidrLibrary, ipLibrary } from "./libs/network.ts";
export { type OptionalsOptions, optionalsLibrary } from "./libs/optionals.ts";
export { quantityLibrary } from "./libs/quantity.ts";
export { regexLibrary } from "./libs/regex.ts";
export { type SemverOptions, semverLibrary } from "./libs/semver.ts";
export { setsLibrary } from "./libs/sets.ts";
export { type StringsOptions, stringsLibrary } from "./libs/strings.ts";
export { twoVariableLibrary } from "./libs/two-variable.ts";
export { urlLibrary } from "./libs/url.ts";
export { literalValidators } from "./libs/validators.ts";
export { wellKnownLibrary } from "./libs/well-known.ts";
export { MapValue, ObjectValue, mapGet, mapKeys, mapSize } from "./values/map.ts";
export { Duration, Timestamp, formatDuration, formatTimestamp, parseDuration, parseTimestamp } from "./values/time.ts";
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
  kindOf,
} from "./values/value.ts";
export { equal } from "./values/equal.ts";
