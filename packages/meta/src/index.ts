export { formatAge, formatSpan } from "./age.ts";
export { type Clock, createManualClock, type ManualClock, systemClock, type Timer } from "./clock.ts";
export { copyJson, copyMembers } from "./copy.ts";
export { createDialect, type Dialect, type DialectOptions, kubernetesDialect, svcDialect } from "./dialect.ts";
export { durationProblem, formatDuration, parseDuration, parseDurationMs } from "./duration.ts";
export {
  aggregateText,
  causeOf,
  duplicate,
  type FieldError,
  type FieldErrorType,
  fieldErrorText,
  forbidden,
  internalFieldError,
  invalid,
  notFoundValue,
  notSupported,
  required,
  type ShownValue,
  shownAs,
  shownList,
  showValue,
  tooLong,
  tooMany,
  typeInvalid,
} from "./field-error.ts";
export {
  createFieldSelector,
  escapeFieldValue,
  everyField,
  type FieldRequirement,
  type FieldSelector,
  type FieldSelectorResult,
  matchesFields,
  parseFieldSelector,
  requiredFieldValue,
} from "./field-selector.ts";
export {
  formatApiVersion,
  formatKind,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  parseApiVersion,
  qualifiedResource,
} from "./identifiers.ts";
export {
  createLabelSelector,
  everyLabel,
  type LabelRequirement,
  type LabelSelector,
  type LabelSelectorObject,
  type LabelSelectorResult,
  type Labels,
  labelSelectorFrom,
  matchesLabels,
  parseLabelSelector,
} from "./label-selector.ts";
export { type Log, type LogFields, silentLog } from "./log.ts";
export {
  byteLength,
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValue,
  maskTrailingDash,
  type NameRule,
  pathSegment,
  pathSegmentPrefix,
  patternMessage,
  qualifiedName,
  tooLongMessage,
  wildcardDns1123Subdomain,
} from "./names.ts";
export type {
  ApiList,
  ApiObject,
  JsonValue,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
} from "./object.ts";
export { pause } from "./pause.ts";
export {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  type QuantityFormat,
  quantityMilliValue,
  quantityPattern,
  quantityValue,
  subtractQuantities,
} from "./quantity.ts";
export { quote } from "./quote.ts";
export { sortedTexts } from "./sorted-texts.ts";
export type { Status, StatusCause, StatusDetails, StatusReason } from "./status.ts";
export {
  alreadyExists,
  badRequest,
  conflict,
  expired,
  forbiddenError,
  generatedNameExhausted,
  gone,
  hasReason,
  type InvalidTarget,
  internalError,
  invalidObject,
  isStatusError,
  methodNotAllowed,
  notAcceptable,
  notFound,
  plainError,
  requestTooLarge,
  StatusError,
  type StatusErrorInit,
  serverTimeout,
  serviceUnavailable,
  staleObject,
  statusErrorFrom,
  storageReadError,
  type Target,
  timeoutError,
  tooManyRequests,
  unauthorized,
  unsupportedMediaType,
} from "./status-error.ts";
export {
  canonicalMicroTime,
  canonicalTime,
  formatInstant,
  formatMicroTime,
  formatTime,
  type Instant,
  parseTime,
  perSecond,
  timeMs,
} from "./time.ts";
export { createNameSuffixSource, createUidSource, type RandomBytes } from "./uid.ts";
