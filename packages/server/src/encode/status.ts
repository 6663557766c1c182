import type { Codec } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import type { Dialect, Status } from "@svc/meta";
import type { Schemas } from "@svc/schema";
import type { Form } from "./form.ts";
import { type Content, contentResponse, valueContent } from "./responses.ts";

/** The dependencies for writing a `Status` in any format. */
export interface StatusParts {
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly schemas: Schemas;
}

/** A response with a `Status`; its HTTP code is the code of the status, or 200. */
export function statusResponse(parts: StatusParts, status: Status, form: Form): HttpResponse {
  return contentResponse(status.code ?? 200, statusContent(parts, status), form);
}

export function statusContent(parts: StatusParts, status: Status): Required<Content> {
  const { kind, apiVersion } = status;
  const type = { schema: parts.schemas.struct("meta/v1.Status") };
  return valueContent(parts, status, { type, root: { kind, apiVersion } });
}
