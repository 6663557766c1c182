import type { HttpResponse } from "@svc/http";
import type { ApiObject } from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import type { ScaleDefinition } from "@svc/schema";
import type { Form } from "../encode/form.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { contentResponse, jsonResponse } from "../encode/responses.ts";
import { columnsJson, type IncludeObject, scaleTable, tableHead, tableRow } from "../encode/table.ts";
import { unstoredContent } from "../encode/unstored.ts";

interface ShownScale {
  readonly scale: ApiObject;
  readonly definition: ScaleDefinition;
  readonly endpoint: Pick<Endpoint, "version">;
  /** The part of the object that the row of a table contains. */
  readonly include: IncludeObject;
  readonly status: number;
}

/** A response with a `Scale`, in the requested format. */
export function scaleResponse(
  deps: ResponseDeps,
  { scale, definition: { schema, kind }, endpoint: { version }, include, status }: ShownScale,
  form: Form,
): HttpResponse {
  const { as } = form;
  if (as.kind !== "table")
    return contentResponse(status, unstoredContent(deps, { object: scale, kind, schema }, form), form);
  const apiVersion = `${deps.dialect.expand("meta.{api}")}/${as.version}`;
  const { metadata } = scale;
  const listMeta = metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion };
  const head = tableHead(apiVersion, listMeta, columnsJson(scaleTable[version.semantics].columns));
  const partial = { kind: "PartialObjectMetadata", apiVersion, metadata };
  const shown = { None: null, Metadata: partial, Object: scale }[include];
  const row = tableRow(scaleTable[version.semantics].cells(scale, deps.clock.now()), undefined, JSON.stringify(shown));
  return jsonResponse(status, Buffer.concat([Buffer.from(`${head}[`), row, Buffer.from("]}")]), form);
}
