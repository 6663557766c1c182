import { StatusError } from "@svc/meta";

/** A request that the authorizer does not allow. */
export class AccessDeniedError extends StatusError {}
