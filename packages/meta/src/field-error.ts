import {
  maxCauses,
  maxMessageLength,
  maxQuotedLength,
  omission,
  quote,
  type StructureNotation,
  showStructure,
  truncate,
  truncateWithNotice,
} from "@svc/base";
import type { StatusCause } from "./status.ts";

/**
 * The type of a field error. Source: the API's conventions for `Status.details.causes[].reason`.
 */
export type FieldErrorType =
  | "Required"
  | "Invalid"
  | "TypeInvalid"
  | "NotSupported"
  | "Duplicate"
  | "NotFound"
  | "Forbidden"
  | "TooLong"
  | "TooMany"
  | "Internal";

/** A validation error of one field. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** `spec.containers[0].image`; the whole object is the empty path. */
  readonly field: string;
  /** The message without the path: `Invalid value: "x": must be …`. */
  readonly body: string;
  /**
   * The rule that found it, by a stable name such as `format=dns1123Label`; not shown to clients.
   */
  readonly origin?: string;
}

const causeReasons: Readonly<Record<FieldErrorType, string>> = {
  Required: "FieldValueRequired",
  Invalid: "FieldValueInvalid",
  TypeInvalid: "FieldValueTypeInvalid",
  NotSupported: "FieldValueNotSupported",
  Duplicate: "FieldValueDuplicate",
  NotFound: "FieldValueNotFound",
  Forbidden: "FieldValueForbidden",
  TooLong: "FieldValueTooLong",
  TooMany: "FieldValueTooMany",
  Internal: "InternalError",
};

/** A value shown without quotes: a quantity, a time, a number in another spelling. */
export interface DisplayValue {
  readonly shown: string;
}

/** Marks a text to be shown without quotes. */
export function displayAs(text: string): DisplayValue {
  return { shown: text };
}

/** An empty list has no type. */
function isTexts(value: object): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}

/**
 * Formats a list of strings as Go prints it, once, when an error shows it.
 * @param type of its items: `core.ResourceQuotaScope`
 */
export function displayList(list: readonly string[] | undefined, type = "string"): DisplayValue {
  return new DeferredText(() => (list === undefined ? `[]${type}(nil)` : showStructure(list, listNotation(type))));
}

/** A text that is made once, when an error shows it. */
class DeferredText implements DisplayValue {
  readonly #make: () => string;
  #text: string | undefined;

  constructor(make: () => string) {
    this.#make = make;
  }

  get shown(): string {
    return (this.#text ??= this.#make());
  }
}

function listNotation(type: string): StructureNotation {
  const scalar = (value: unknown): string => quote(String(value));
  return { list: [`[]${type}{`, "}"], map: ["{", "}"], separator: ", ", sortedKeys: false, key: quote, scalar };
}

/** A rejected text in quotes; of a long one the beginning. */
function showText(text: string): string {
  if (text.length <= maxQuotedLength) return quote(text);
  const head = truncate(text, maxQuotedLength);
  return `${quote(head)}${omission(text.length - head.length, "characters")}`;
}

/**
 * Formats a rejected value: strings in quotes, scalars plain, unset as null, lists of strings as Go
 * prints them, anything else as JSON. Values longer than `maxQuotedLength` are truncated with a
 * note of the omitted length.
 */
export function showValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return showText(value);
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      if ("shown" in value && typeof value.shown === "string") return truncateWithNotice(value.shown, maxQuotedLength);
      if (isTexts(value)) return displayList(value).shown;
      return showStructure(value);
    default:
      return "null";
  }
}

/** Error for a missing value. */
export function required(field: string, detail = ""): FieldError {
  return { type: "Required", field, body: detail === "" ? "Required value" : `Required value: ${detail}` };
}

/** Error for an invalid value. */
export function invalid(field: string, value: unknown, detail: string): FieldError {
  return { type: "Invalid", field, body: withDetail(`Invalid value: ${showValue(value)}`, detail) };
}

/** Error for a value of the wrong type. */
export function typeInvalid(field: string, value: unknown, detail: string): FieldError {
  return { type: "TypeInvalid", field, body: withDetail(`Invalid value: ${showValue(value)}`, detail) };
}

/**
 * @param supported in the order in which they are shown; of long lists what `displaySupported`
 * returns
 */
export function notSupported(field: string, value: unknown, supported: readonly string[] | DisplayValue): FieldError {
  const list = "shown" in supported ? supported.shown : supportedText(supported);
  return {
    type: "NotSupported",
    field,
    body: withDetail(`Unsupported value: ${showValue(value)}`, list === "" ? "" : `supported values: ${list}`),
  };
}

/**
 * Formats the supported values of a field for `notSupported`, once, when the first error shows
 * them: an object may have many errors of one field.
 */
export function displaySupported(supported: readonly string[]): DisplayValue {
  return new DeferredText(() => supportedText(supported));
}

function supportedText(supported: readonly string[]): string {
  let text = "";
  for (const [i, value] of supported.entries()) {
    if (text.length >= maxQuotedLength) return `${text}${omission(supported.length - i, "values")}`;
    text += `${i === 0 ? "" : ", "}${showText(value)}`;
  }
  return text;
}

/** Error for a repeated value. */
export function duplicate(field: string, value: unknown): FieldError {
  return { type: "Duplicate", field, body: `Duplicate value: ${showValue(value)}` };
}

/** Error for a reference to a missing object. */
export function notFoundValue(field: string, value: unknown): FieldError {
  return { type: "NotFound", field, body: `Not found: ${showValue(value)}` };
}

/** Error for a value that may not be set. */
export function forbidden(field: string, detail: string): FieldError {
  return { type: "Forbidden", field, body: `Forbidden: ${detail}` };
}

/** So many errors of an object are described; further ones are only counted. */
const maxDescribed = 4 * maxCauses;
const further: FieldError = forbidden("", "one of many errors");

/**
 * Adds an error to a list. It is made only while the list has fewer than 1,024, four times as many
 * as clients see; the place of a further one is taken by a constant, so that all are counted.
 */
export function addError(errors: FieldError[], make: () => FieldError): void {
  errors.push(errors.length < maxDescribed ? make() : further);
}

/** True for an error that `addError` added beyond the described ones. */
export function isFurther(error: FieldError | undefined): boolean {
  return error === further;
}

/** The value itself is never shown. @param maxBytes negative when there is no number to name */
export function tooLong(field: string, maxBytes: number): FieldError {
  return {
    type: "TooLong",
    field,
    body: maxBytes < 0 ? "Too long: value is too long" : `Too long: may not be more than ${maxBytes} bytes`,
  };
}

/** Error for a list with too many items. */
export function tooMany(field: string, actual: number, max: number): FieldError {
  return { type: "TooMany", field, body: `Too many: ${actual}: must have at most ${max} items` };
}

/** Error for a check that failed internally. */
export function internalFieldError(field: string, detail: string): FieldError {
  return { type: "Internal", field, body: `Internal error: ${detail}` };
}

function withDetail(body: string, detail: string): string {
  return detail === "" ? body : `${body}: ${detail}`;
}

/** `<path>: <body>`; the empty path is shown as `[]`. */
export function fieldErrorText({ field, body }: FieldError): string {
  return `${field === "" ? "[]" : truncateWithNotice(field, maxQuotedLength)}: ${body}`;
}

/** Converts a field error to a cause in `Status.details`. */
export function causeOf(error: FieldError): StatusCause {
  return { reason: causeReasons[error.type], message: error.body, field: error.field === "" ? "[]" : error.field };
}

/**
 * Joins error messages: equal ones once; more than one in brackets. Messages beyond `maxCauses` or
 * `maxMessageLength` are counted: `[a, b, ... (12 more errors)]`.
 *
 * @param messages are created one by one as long as there is space
 */
export function aggregateText(messages: readonly string[]): string {
  return joinedText(messages.length, (i) => messages[i] ?? "");
}

/** Joins field errors like `aggregateText`. */
export function aggregateErrors(errors: readonly FieldError[]): string {
  return joinedText(errors.length, (i) => {
    const error = errors[i];
    return error === undefined ? "" : fieldErrorText(error);
  });
}

function joinedText(count: number, messageAt: (i: number) => string): string {
  const distinct = new Set<string>();
  let length = 0;
  let i = 0;
  for (; i < count && distinct.size < maxCauses && length < maxMessageLength; i++) {
    const message = truncateWithNotice(messageAt(i), maxMessageLength - length);
    if (!distinct.has(message)) length += message.length;
    distinct.add(message);
  }
  const shown = [...distinct];
  if (i < count) shown.push(omission(count - i, "errors"));
  return shown.length === 1 ? (shown[0] ?? "") : `[${shown.join(", ")}]`;
}
