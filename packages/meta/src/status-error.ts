import { maxCauses, maxMessageLength, maxQuotedLength, omission, quote, truncateWithNotice } from "@svc/base";
import { anArray, anObject, aString, checkArgument, expected, listOf, optional } from "@svc/base/check";
import { aggregateErrors, causeOf, type FieldError } from "./field-error.ts";
import { type GroupResource, qualifiedResource } from "./identifiers.ts";
import type { Status, StatusCause, StatusDetails, StatusReason } from "./status.ts";

const brand = Symbol.for("@svc/meta/StatusError");

/** Fields of a `StatusError`. */
export interface StatusErrorInit {
  readonly code: number;
  readonly reason?: StatusReason | undefined;
  readonly message: string;
  readonly details?: StatusDetails | undefined;
  /** For an expired list: the token with which the list continues at the latest version. */
  readonly continue?: string | undefined;
  /** Logged, never sent. */
  readonly cause?: unknown;
}

const statusErrorInit = expected<StatusErrorInit>("an object with a code and a message", (value) => {
  const { code, message } = (value ?? {}) as Partial<StatusErrorInit>;
  return typeof code === "number" && typeof message === "string";
});

/**
 * The error class of API responses; any other error becomes a 500 at the edge of the server. The
 * message is cut at `maxMessageLength`; causes past `maxCauses`, or past that length together, are
 * counted by one last cause.
 * @throws {TypeError} for a wrong argument
 */
export class StatusError extends Error {
  readonly code: number;
  readonly reason: StatusReason | undefined;
  readonly details: StatusDetails | undefined;
  readonly continue: string | undefined;

  constructor(init: StatusErrorInit) {
    checkArgument("new StatusError: init", init, statusErrorInit);
    super(
      truncateWithNotice(init.message, maxMessageLength),
      init.cause === undefined ? undefined : { cause: init.cause },
    );
    this.name = "StatusError";
    this.code = init.code;
    this.reason = init.reason;
    this.details = init.details === undefined ? undefined : boundedDetails(init.details);
    this.continue = init.continue;
  }

  /** The body to send; `cause` is not in it. */
  toStatus(): Status {
    return {
      kind: "Status",
      apiVersion: "v1",
      metadata: this.continue === undefined ? {} : { continue: this.continue },
      status: "Failure",
      ...(this.message === "" ? {} : { message: this.message }),
      ...(this.reason === undefined ? {} : { reason: this.reason }),
      ...(this.details === undefined ? {} : { details: this.details }),
      code: this.code,
    };
  }
}

function boundedDetails({ name, causes, ...details }: StatusDetails): StatusDetails {
  return {
    ...(name === undefined ? {} : { name: truncateWithNotice(name, maxQuotedLength) }),
    ...details,
    ...(causes === undefined ? {} : { causes: boundedCauses(causes) }),
  };
}

function boundedCauses(causes: readonly StatusCause[]): readonly StatusCause[] {
  const shown: StatusCause[] = [];
  let length = 0;
  for (const cause of causes) {
    if (shown.length === maxCauses || length >= maxMessageLength) break;
    const bounded = boundedCause(cause, maxMessageLength - length);
    length += (bounded.message ?? "").length + (bounded.field ?? "").length;
    shown.push(bounded);
  }
  if (shown.length < causes.length) shown.push({ message: omission(causes.length - shown.length, "causes") });
  return shown;
}

function boundedCause(cause: StatusCause, maxLength: number): StatusCause {
  const { message = "", field = "" } = cause;
  if (message.length <= maxLength && field.length <= maxQuotedLength) return cause;
  return {
    ...cause,
    ...(cause.message === undefined ? {} : { message: truncateWithNotice(message, maxLength) }),
    ...(cause.field === undefined ? {} : { field: truncateWithNotice(field, maxQuotedLength) }),
  };
}

Object.defineProperty(StatusError.prototype, brand, { value: true });

/** Also true of an error made by another copy of this package. */
export function isStatusError(error: unknown): error is StatusError {
  return typeof error === "object" && error !== null && brand in error;
}

/** Whether an error is a `StatusError` with this reason. */
export function hasReason(error: unknown, reason: StatusReason): error is StatusError {
  return isStatusError(error) && error.reason === reason;
}

/** The error for a `Status` that a server sent. @throws {TypeError} for a wrong argument */
export function statusErrorFrom(status: Partial<Status>, fallbackCode = 500): StatusError {
  checkArgument("statusErrorFrom: status", status, anObject);
  return new StatusError({
    code: status.code ?? fallbackCode,
    reason: status.reason,
    message: status.message ?? "",
    details: status.details,
    continue: status.metadata?.continue,
  });
}

/** 400 `BadRequest`. @throws {TypeError} for a wrong argument */
export function badRequest(message: string, cause?: unknown): StatusError {
  checkArgument("badRequest: message", message, aString);
  return new StatusError({ code: 400, reason: "BadRequest", message, cause });
}

/** 401 `Unauthorized`. */
export function unauthorized(cause?: unknown): StatusError {
  return new StatusError({ code: 401, reason: "Unauthorized", message: "Unauthorized", cause });
}

/** A resource, or one object of it where a name is given. */
export interface Target extends GroupResource {
  readonly name?: string | undefined;
}

/** Any object with these texts: errors are made of requests and of targets that hold more. */
const aTarget = expected<Target>("an object with the strings group and resource", (value) => {
  const { group, resource } = (value ?? {}) as Partial<Target>;
  return typeof group === "string" && typeof resource === "string";
});

function detailsOf({ group, resource, name }: Target): StatusDetails {
  return {
    ...(name === undefined || name === "" ? {} : { name }),
    ...(group === "" ? {} : { group }),
    ...(resource === "" ? {} : { kind: resource }),
  };
}

/** 403 `Forbidden`. @throws {TypeError} for a wrong argument */
export function forbiddenError(target: Target, why: string, causes?: readonly StatusCause[]): StatusError {
  checkArgument("forbiddenError: target", target, aTarget);
  const subject =
    target.resource === "" && target.group === ""
      ? ""
      : target.name === undefined || target.name === ""
        ? `${qualifiedResource(target)} is `
        : `${qualifiedResource(target)} ${quote(target.name)} is `;
  return new StatusError({
    code: 403,
    reason: "Forbidden",
    message: `${subject}forbidden: ${why}`,
    details: { ...detailsOf(target), ...(causes === undefined ? {} : { causes }) },
  });
}

/** 404 `NotFound`. @throws {TypeError} for a wrong argument */
export function notFound(target: Target): StatusError {
  checkArgument("notFound: target", target, aTarget);
  return new StatusError({
    code: 404,
    reason: "NotFound",
    message: `${qualifiedResource(target)} ${quote(target.name ?? "")} not found`,
    details: detailsOf(target),
  });
}

/** 409 `AlreadyExists`. @throws {TypeError} for a wrong argument */
export function alreadyExists(target: Target): StatusError {
  checkArgument("alreadyExists: target", target, aTarget);
  return new StatusError({
    code: 409,
    reason: "AlreadyExists",
    message: `${qualifiedResource(target)} ${quote(target.name ?? "")} already exists`,
    details: detailsOf(target),
  });
}

/**
 * A generated name that was taken, after all retries: the client may try again.
 * @throws {TypeError} for a wrong argument
 */
export function generatedNameExhausted(target: Target): StatusError {
  checkArgument("generatedNameExhausted: target", target, aTarget);
  return new StatusError({
    code: 409,
    reason: "AlreadyExists",
    message: `${qualifiedResource(target)} ${quote(target.name ?? "")} already exists, the server was not able to generate a unique name for the object`,
    details: { ...detailsOf(target), retryAfterSeconds: 1 },
  });
}

/** 409 `Conflict`. @throws {TypeError} for a wrong argument */
export function conflict(target: Target, why: string): StatusError {
  checkArgument("conflict: target", target, aTarget);
  return new StatusError({
    code: 409,
    reason: "Conflict",
    message: `Operation cannot be fulfilled on ${qualifiedResource(target)} ${quote(target.name ?? "")}: ${why}`,
    details: detailsOf(target),
  });
}

/** Message for an update of an object that has changed since it was read. */
export const staleObject =
  "the object has been modified; please apply your changes to the latest version and try again";

/** 410 `Gone`. @throws {TypeError} for a wrong argument */
export function gone(message: string): StatusError {
  checkArgument("gone: message", message, aString);
  return new StatusError({ code: 410, reason: "Gone", message });
}

/**
 * The error for a version that is no longer retained.
 * @param continueToken continues the list at the latest version
 * @throws {TypeError} for a wrong argument
 */
export function expired(message: string, continueToken?: string): StatusError {
  checkArgument("expired: message", message, aString);
  return new StatusError({ code: 410, reason: "Expired", message, continue: continueToken });
}

/** The object that is invalid. */
export interface InvalidTarget {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

const anInvalidTarget = expected<InvalidTarget>("an object with the strings group, kind and name", (value) => {
  const { group, kind, name } = (value ?? {}) as Partial<InvalidTarget>;
  return typeof group === "string" && typeof kind === "string" && typeof name === "string";
});

/** The error with all problems of an object. @throws {TypeError} for a wrong argument */
export function invalidObject(target: InvalidTarget, errors: readonly FieldError[]): StatusError {
  checkArgument("invalidObject: target", target, anInvalidTarget);
  checkArgument("invalidObject: errors", errors, anArray);
  const { group, kind, name } = target;
  const qualified = group === "" ? kind : `${kind}.${group}`;
  const list = errors.length === 0 ? "" : `: ${aggregateErrors(errors)}`;
  return new StatusError({
    code: 422,
    reason: "Invalid",
    message: `${qualified} ${quote(name)} is invalid${list}`,
    details: {
      ...(name === "" ? {} : { name }),
      ...(group === "" ? {} : { group }),
      ...(kind === "" ? {} : { kind }),
      ...(errors.length === 0 ? {} : { causes: errors.map(causeOf) }),
    },
  });
}

/** 405 `MethodNotAllowed`. @throws {TypeError} for a wrong argument */
export function methodNotAllowed(target: Target, verb: string): StatusError {
  checkArgument("methodNotAllowed: target", target, aTarget);
  return new StatusError({
    code: 405,
    reason: "MethodNotAllowed",
    message: `${verb} is not supported on resources of kind ${quote(qualifiedResource(target))}`,
    details: detailsOf({ ...target, name: undefined }),
  });
}

const expectedMediaTypes = listOf(aString);

/** 406 `NotAcceptable`. @throws {TypeError} for a wrong argument */
export function notAcceptable(mediaTypes: readonly string[]): StatusError {
  checkArgument("notAcceptable: mediaTypes", mediaTypes, expectedMediaTypes);
  return new StatusError({
    code: 406,
    reason: "NotAcceptable",
    message: `only the following media types are accepted: ${mediaTypes.join(", ")}`,
  });
}

/** 415 `UnsupportedMediaType`. @throws {TypeError} for a wrong argument */
export function unsupportedMediaType(mediaTypes: readonly string[]): StatusError {
  checkArgument("unsupportedMediaType: mediaTypes", mediaTypes, expectedMediaTypes);
  return new StatusError({
    code: 415,
    reason: "UnsupportedMediaType",
    message: `the body of the request was in an unknown format - accepted media types include: ${mediaTypes.join(", ")}`,
  });
}

/** 413 `RequestEntityTooLarge`. @throws {TypeError} for a wrong argument */
export function requestTooLarge(message: string): StatusError {
  checkArgument("requestTooLarge: message", message, aString);
  return new StatusError({
    code: 413,
    reason: "RequestEntityTooLarge",
    message: `Request entity too large: ${message}`,
  });
}

/**
 * 429 `TooManyRequests`. @param retryAfterSeconds absent when unknown; 0 for an immediate retry
 * @throws {TypeError} for a wrong argument
 */
export function tooManyRequests(
  message: string,
  retryAfterSeconds?: number,
  causes?: readonly StatusCause[],
): StatusError {
  checkArgument("tooManyRequests: message", message, aString);
  const details: StatusDetails = {
    ...(causes === undefined ? {} : { causes }),
    ...(retryAfterSeconds === undefined || retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
  };
  const hasDetails = causes !== undefined || retryAfterSeconds !== undefined;
  return new StatusError({ code: 429, reason: "TooManyRequests", message, ...(hasDetails ? { details } : {}) });
}

/**
 * 500 `InternalError`. @param cause also logged; its message is sent, since the API names the
 * underlying error
 * @throws {TypeError} for a wrong argument
 */
export function internalError(message: string, cause?: unknown): StatusError {
  checkArgument("internalError: message", message, aString);
  return new StatusError({
    code: 500,
    reason: "InternalError",
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
    cause,
  });
}

/**
 * An error with a message but no reason: a 500 without details.
 * @throws {TypeError} for a wrong argument
 */
export function plainError(message: string, cause?: unknown): StatusError {
  checkArgument("plainError: message", message, aString);
  return new StatusError({ code: 500, message, cause });
}

/** 504 `Timeout`. @throws {TypeError} for a wrong argument */
export function timeoutError(message: string, retryAfterSeconds = 0, causes?: readonly StatusCause[]): StatusError {
  checkArgument("timeoutError: message", message, aString);
  return new StatusError({
    code: 504,
    reason: "Timeout",
    message: `Timeout: ${message}`,
    details: { ...(causes === undefined ? {} : { causes }), ...(retryAfterSeconds === 0 ? {} : { retryAfterSeconds }) },
  });
}

/** 503 `ServiceUnavailable`. @throws {TypeError} for a wrong argument */
export function serviceUnavailable(message: string): StatusError {
  checkArgument("serviceUnavailable: message", message, aString);
  return new StatusError({ code: 503, reason: "ServiceUnavailable", message });
}

const optionalCauses = optional(anArray);

/** 500 `StorageReadError`. @throws {TypeError} for a wrong argument */
export function storageReadError(message: string, causes?: readonly StatusCause[]): StatusError {
  checkArgument("storageReadError: message", message, aString);
  checkArgument("storageReadError: causes", causes, optionalCauses);
  return new StatusError({
    code: 500,
    reason: "StorageReadError",
    message,
    details: causes === undefined ? undefined : { causes },
  });
}
