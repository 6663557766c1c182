import type { MaybePromise } from "@svc/base";
import {
  type Codec,
  cborPrefix,
  indentJson,
  indentSteps,
  type ObjectType,
  sealEnvelope,
  yamlOf,
  yamlSteps,
} from "@svc/codec";
import { byteLengthOf, type HttpResponse } from "@svc/http";
import { type Dialect, quote } from "@svc/meta";
import type { Form } from "./form.ts";
import { markupSafe } from "./markup.ts";
import type { ResponseDeps } from "./response-deps.ts";

const newline = Buffer.from("\n");

/** The content of a response in its possible formats, each created on demand. */
export interface Content {
  readonly json: () => Buffer | readonly Buffer[];
  readonly protobuf?: () => Buffer | readonly Buffer[];
  /** With its prefix. */
  readonly cbor?: () => Buffer | readonly Buffer[];
}

/** The type of an object. */
interface RootType {
  readonly kind: string;
  readonly apiVersion?: string;
}

/** A value that is not stored, in every form. */
export function valueContent(
  { codec, dialect }: { readonly codec: Codec; readonly dialect: Dialect },
  value: object,
  { type, root }: { readonly type: Pick<ObjectType, "schema">; readonly root: RootType },
): Required<Content> {
  const json = (): Buffer => codec.encodeJson(value, type, root);
  return {
    json,
    protobuf: () =>
      sealEnvelope(
        { kind: root.kind ?? "", apiVersion: root.apiVersion ?? "", raw: codec.encodeMessage(value, type) },
        dialect.protobufMagic,
      ),
    cbor: () => Buffer.concat([cborPrefix, codec.cborOf(json(), type)]),
  };
}

/** A response in the form that was negotiated. */
export function contentResponse(status: number, content: Content, form: Form): HttpResponse {
  const { format, contentType } = form;
  if (format !== "protobuf" && format !== "cbor") return jsonResponse(status, content.json(), form);
  const make = content[format];
  if (make === undefined) throw new TypeError("a form was negotiated that the content does not have");
  return { status, headers: ["Content-Type", contentType], body: make(), json: content.json };
}

/** A response with JSON, as JSON or YAML. */
export function jsonResponse(
  status: number,
  json: Buffer | readonly Buffer[],
  form: Pick<Form, "format" | "pretty">,
): HttpResponse {
  if (form.format === "yaml") {
    const headers = ["Content-Type", "application/yaml"];
    return { status, headers, body: yamlOf(whole(json)), json: () => json };
  }
  const headers = ["Content-Type", "application/json"];
  if (form.pretty) return { status, headers, body: indentJson(whole(json)) };
  return { status, headers, body: Buffer.isBuffer(json) ? [json, newline] : [...json, newline] };
}

/** The same for long JSON, which is indented or converted in turns. */
export function longJsonResponse(
  { turns }: Pick<ResponseDeps, "turns">,
  json: Buffer | readonly Buffer[],
  form: Pick<Form, "format" | "pretty">,
): MaybePromise<HttpResponse> {
  const isYaml = form.format === "yaml";
  if (!(form.pretty || isYaml) || byteLengthOf(json) <= (isYaml ? longYamlBytes : longBytes))
    return jsonResponse(200, json, form);
  if (isYaml)
    return turns
      .run(yamlSteps(whole(json)))
      .then((body) => ({ status: 200, headers: ["Content-Type", "application/yaml"], body, json: () => json }));
  return turns
    .run(indentSteps(whole(json)))
    .then((body) => ({ status: 200, headers: ["Content-Type", "application/json"], body }));
}

/** Shorter JSON is indented within one turn. */
const longBytes = 1024 * 1024;

/** Shorter JSON is converted to YAML within one turn. */
const longYamlBytes = 128 * 1024;

/** A response with a document of this request. */
export function documentResponse(
  status: number,
  document: object,
  form: Pick<Form, "format" | "pretty">,
): HttpResponse {
  return jsonResponse(status, Buffer.from(JSON.stringify(document)), form);
}

/** Returns a response with plain text. */
export function textResponse(status: number, text: string): HttpResponse {
  return {
    status,
    headers: ["Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"],
    body: Buffer.from(text),
  };
}

/** The response for a failure before a handler. Its texts are not markup for browsers. */
export function serverErrorResponse(target: string, why: string): HttpResponse {
  return textResponse(500, `Internal Server Error: ${markupSafe(quote(target))}: ${markupSafe(why)}\n`);
}

function whole(json: Buffer | readonly Buffer[]): Buffer {
  return Buffer.isBuffer(json) ? json : Buffer.concat(json);
}
