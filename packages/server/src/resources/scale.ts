import type { HttpResponse } from "@svc/http";
import type { ApiObject } from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import type { ScaleDefinition } from "@svc/schema";
import { jsonAnswer } from "../encode/answers.ts";
import type { Form } from "../encode/form.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { columnsJson, type IncludeObject, scaleTable, tableHead, tableRow } from "../encode/table.ts";
import { unstoredAnswer } from "../encode/unstored.ts";

interface ShownScale {
  readonly scale: ApiObject;
  readonly definition: ScaleDefinition;
  readonly endpoint: Pick<Endpoint, "version">;
  /** What the row of a table carries. */
  readonly include: IncludeObject;
  readonly status: number;
}

/** A response with a `Scale`, in the requested format. */
export function scaleAnswer(
  deps: ResponseDeps,
  { scale, definition: { schema, kind }, endpoint: { version }, include, status }: ShownScale,
  form: Form,
): HttpResponse {
  const { as } = form;
  if (as.kind !== "table") return unstoredAnswer(deps, { object: scale, kind, schema }, form, status);
  const metaGroup = deps.dialect.expand("meta.{api}");
  const { metadata } = scale;
  const listMeta = metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion };
  const head = tableHead(as.version, metaGroup, listMeta, columnsJson(scaleTable[version.semantics].columns));
  const partial = { kind: "PartialObjectMetadata", apiVersion: `${metaGroup}/${as.version}`, metadata };
  const shown = { None: null, Metadata: partial, Object: scale }[include];
  const row = tableRow(scaleTable[version.semantics].cells(scale, deps.clock.now()), undefined, JSON.stringify(shown));
  return jsonAnswer(status, Buffer.concat([Buffer.from(`${head}[`), row, Buffer.from("]}")]), form);
}
