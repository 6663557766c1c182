import { indentJson, yamlOf } from "@svc/codec";
import type { Answer } from "../http/exchange.ts";
import type { Form } from "./form.ts";

const newline = Buffer.from("\n");

/** An answer of some JSON, in the form that was negotiated. Bytes in other formats are given by `binaryAnswer`. */
export function jsonAnswer(
  status: number,
  json: Buffer | readonly Buffer[],
  form: Pick<Form, "format" | "pretty">,
): Answer {
  if (form.format === "yaml") {
    return { status, headers: ["Content-Type", "application/yaml"], body: yamlOf(whole(json)) };
  }
  const headers = ["Content-Type", "application/json"];
  if (form.pretty) return { status, headers, body: indentJson(whole(json)) };
  return { status, headers, body: Buffer.isBuffer(json) ? Buffer.concat([json, newline]) : [...json, newline] };
}

/** A document that is made for one request. */
export function documentAnswer(status: number, document: object, form: Pick<Form, "format" | "pretty">): Answer {
  return jsonAnswer(status, Buffer.from(JSON.stringify(document)), form);
}

export function textAnswer(status: number, text: string): Answer {
  return {
    status,
    headers: ["Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"],
    body: Buffer.from(text),
  };
}

function whole(json: Buffer | readonly Buffer[]): Buffer {
  return Buffer.isBuffer(json) ? json : Buffer.concat(json);
}
