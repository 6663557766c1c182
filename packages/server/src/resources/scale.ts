import { sealEnvelope } from "@svc/codec";
import type { ApiObject } from "@svc/meta";
import { formatApiVersion } from "@svc/meta";
import type { ScaleDefinition } from "@svc/schema";
import { contentAnswer, jsonAnswer } from "../encode/answers.ts";
import type { Form } from "../encode/form.ts";
import { columnsJson, scaleTable, tableHead, tableRow } from "../encode/table.ts";
import type { Answer } from "../http/exchange.ts";
import type { ServerParts } from "../parts.ts";

/** A `Scale`, in the form that was asked for. */
export function scaleAnswer(
  { codec, clock, dialect }: ServerParts,
  scale: ApiObject,
  { schema, kind }: ScaleDefinition,
  form: Form,
  status: number,
): Answer {
  const metaGroup = dialect.expand("meta.{api}");
  const root = { kind: kind.kind, apiVersion: formatApiVersion(kind) };
  const { as } = form;
  if (as.kind === "object") {
    const content = {
      json: () => codec.encodeJson(scale, { schema }, root),
      protobuf: () => sealEnvelope({ ...root, raw: codec.encodeMessage(scale, { schema }) }, dialect.protobufMagic),
    };
    return contentAnswer(status, content, form);
  }
  const { metadata } = scale;
  const partial = {
    kind: "PartialObjectMetadata",
    apiVersion: `${metaGroup}/${as.kind === "partial" ? as.version : "v1"}`,
    metadata,
  };
  if (as.kind === "partial") return jsonAnswer(status, Buffer.from(JSON.stringify(partial)), form);
  const listMeta = metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion };
  const head = tableHead(as.version, metaGroup, listMeta, columnsJson(scaleTable.columns));
  const row = tableRow(scaleTable.cells(scale, clock.now()), undefined, JSON.stringify(partial));
  return jsonAnswer(status, Buffer.concat([Buffer.from(`${head}[`), row, Buffer.from("]}")]), form);
}
