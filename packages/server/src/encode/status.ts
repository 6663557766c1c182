import type { HttpResponse } from "@svc/http";
import type { Status } from "@svc/meta";
import type { Form } from "./form.ts";
import type { StatusParts } from "./response-deps.ts";
import { type Content, contentResponse, valueContent } from "./responses.ts";

/** A response with a `Status`; its HTTP code is the code of the status, or 200. */
export function statusResponse(parts: StatusParts, status: Status, form: Form): HttpResponse {
  return contentResponse(status.code ?? 200, statusContent(parts, status), form);
}

export function statusContent(parts: StatusParts, status: Status): Required<Content> {
  const { kind, apiVersion } = status;
  const type = { schema: parts.schemas.struct("meta/v1.Status") };
  return valueContent(parts, status, { type, root: { kind, apiVersion } });
}
