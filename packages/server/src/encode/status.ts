import type { Codec } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import type { Dialect, Status } from "@svc/meta";
import type { Schemas } from "@svc/schema";
import { type Content, contentAnswer, valueContent } from "./answers.ts";
import type { Form } from "./form.ts";

/** The dependencies for writing a `Status` in any format. */
export interface StatusParts {
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly schemas: Schemas;
}

/** @param code of the response. @default the status's own, else 200 */
export function statusAnswer(
  parts: StatusParts,
  status: Status,
  form: Form,
  code: number = status.code ?? 200,
): HttpResponse {
  return contentAnswer(code, statusContent(parts, status), form);
}

export function statusContent(parts: StatusParts, status: Status): Required<Content> {
  const { kind, apiVersion } = status;
  const type = { schema: parts.schemas.struct("meta/v1.Status") };
  return valueContent(parts, status, { type, root: { kind, apiVersion } });
}
