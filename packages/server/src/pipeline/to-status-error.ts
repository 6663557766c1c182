import { BodyMemoryError, BodyTooLargeError, ClientGoneError } from "@svc/http";
import { isStatusError, requestTooLarge, StatusError, tooManyRequests } from "@svc/meta";
import { statusOf } from "@svc/registry";

/** The error that a client gets. An unknown error is 500, and the log has its cause. */
export function toStatusError(error: unknown): StatusError {
  const known = statusOf(error);
  if (isStatusError(known)) return known;
  if (error instanceof BodyTooLargeError) return requestTooLarge(`limit is ${error.maxBytes}`);
  if (error instanceof BodyMemoryError)
    return tooManyRequests("The server holds as many request bodies as it has memory for, please try again later.", 1);
  if (error instanceof ClientGoneError)
    return new StatusError({ code: 400, reason: "BadRequest", message: "unexpected EOF" });
  return new StatusError({
    code: 500,
    reason: "InternalError",
    message: "Internal error occurred: the server could not handle the request; see its log",
    details: { causes: [{ message: "the server could not handle the request; see its log" }] },
    cause: error,
  });
}
