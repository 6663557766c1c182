import type { Schemas } from "@svc/api";
import { type Codec, sealEnvelope } from "@svc/codec";
import type { Dialect, Status } from "@svc/meta";
import type { Answer } from "../http/exchange.ts";
import { contentAnswer } from "./answers.ts";
import type { Form } from "./form.ts";

/** What is needed to write a `Status` in any form. */
export interface StatusParts {
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly schemas: Schemas;
}

/** @param code of the answer. @default the status's own, else 200 */
export function statusAnswer(
  { codec, dialect, schemas }: StatusParts,
  status: Status,
  form: Form,
  code: number = status.code ?? 200,
): Answer {
  const { kind, apiVersion } = status;
  const content = {
    json: () => Buffer.from(JSON.stringify(status)),
    protobuf: () => {
      const raw = codec.encodeMessage(status, { schema: schemas.struct("meta/v1.Status") });
      return sealEnvelope({ apiVersion, kind, raw }, dialect.protobufMagic);
    },
  };
  return contentAnswer(code, content, form);
}
