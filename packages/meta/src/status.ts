/** `Status`, the body of every error and of responses without an object. */
export interface Status {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: { readonly continue?: string; readonly resourceVersion?: string };
  readonly status: "Success" | "Failure";
  readonly message?: string;
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  readonly code?: number;
}

/** Reason of a status. */
export type StatusReason =
  | "Unauthorized"
  | "Forbidden"
  | "NotFound"
  | "AlreadyExists"
  | "Conflict"
  | "Gone"
  | "Expired"
  | "Invalid"
  | "ServerTimeout"
  | "StorageReadError"
  | "Timeout"
  | "TooManyRequests"
  | "BadRequest"
  | "MethodNotAllowed"
  | "NotAcceptable"
  | "RequestEntityTooLarge"
  | "UnsupportedMediaType"
  | "InternalError"
  | "ServiceUnavailable";

/** Details of a status. */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The resource (plural) for most errors, the kind for `Invalid`. */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

/** One cause of an error. */
export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}
