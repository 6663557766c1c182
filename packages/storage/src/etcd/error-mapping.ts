import {
  AccessDeniedError,
  CorruptError,
  OverloadedError,
  TooLargeError,
  UnavailableError,
  UnknownOutcomeError,
  WriteFailedError,
} from "../errors.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";

/**
 * Converts the error of a failed call to a storage error; any other error is returned unchanged.
 */
export function toStorageError(error: unknown, kind: "read" | "write"): unknown {
  if (!(error instanceof GrpcError)) return error;
  const fault = definiteFault(error);
  if (fault !== undefined) return fault;
  const { message: reason } = error;
  if (kind === "write" && !error.unsent) {
    return new UnknownOutcomeError(`it may or may not have happened: ${reason}`, { cause: error });
  }
  return isUnreachable(error) ? new UnavailableError(`etcd cannot be reached: ${reason}`, { cause: error }) : error;
}

/** Codes with which the server reports that it did nothing. */
function definiteFault(error: GrpcError): Error | undefined {
  const { code, message: reason } = error;
  const options = { cause: error };
  switch (code) {
    case grpcCode.unauthenticated:
    case grpcCode.permissionDenied:
      return new AccessDeniedError(reason, options);
    case grpcCode.dataLoss:
      return new CorruptError(reason, options);
    case grpcCode.resourceExhausted:
      if (reason.includes("space exceeded")) return new WriteFailedError(reason, options);
      if (reason.includes("too many requests")) return new OverloadedError(reason, options);
      return new TooLargeError(reason, options);
    case grpcCode.invalidArgument:
      if (/user name is empty|authentication failed/.test(reason)) return new AccessDeniedError(reason, options);
      if (/too large|too many operations/.test(reason)) return new TooLargeError(reason, options);
      return undefined;
    default:
      return undefined;
  }
}

function isUnreachable({ code }: GrpcError): boolean {
  return code === grpcCode.unavailable || code === grpcCode.deadlineExceeded || code === grpcCode.canceled;
}

/** Reason why a revision cannot be read, from the server's error. */
export function revisionErrorKind(error: unknown): "compacted" | "future" | undefined {
  if (!(error instanceof GrpcError) || error.code !== grpcCode.outOfRange) return undefined;
  if (error.message.includes("compacted")) return "compacted";
  return error.message.includes("future revision") ? "future" : undefined;
}
