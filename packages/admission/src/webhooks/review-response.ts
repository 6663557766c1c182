import { finishSteps } from "@svc/base";
import { type Codec, DecodeError } from "@svc/codec";
import type { JsonValue, Status } from "@svc/meta";
import { quote } from "@svc/meta";
import { type WebhookAnswer, WebhookCallError } from "./caller.ts";

/** What a webhook says to a request. */
export interface Verdict {
  readonly allowed: boolean;
  /** The bytes of a patch; absent where there is none. */
  readonly patch: Buffer | undefined;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly status: Partial<Status>;
  readonly code: number;
}

export interface ExpectedReview {
  readonly uid: string;
  /** `<group>/<version>` of the review that was sent. */
  readonly apiVersion: string;
  readonly mayPatch: boolean;
  readonly codec: Codec;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads the answer of a webhook. @throws {WebhookCallError} */
export function readVerdict(answer: WebhookAnswer, expected: ExpectedReview): Verdict {
  const review = parseReview(answer, expected);
  const { response } = review;
  if (response === undefined || response === null) throw invalid("webhook response was absent");
  const found = membersOf(response, "response");
  if ((review["kind"] ?? "") === "" || review["apiVersion"] !== expected.apiVersion) throw wrongType(review, expected);
  if ((found["uid"] ?? "") !== expected.uid)
    throw invalid(`expected response.uid=${quote(expected.uid)}, got ${quote(String(found["uid"] ?? ""))}`);
  const { allowed = false } = found;
  if (typeof allowed !== "boolean") throw wrongField(allowed, "allowed", "bool");
  return {
    allowed,
    patch: patchOf(found, expected),
    warnings: Array.isArray(found["warnings"]) ? found["warnings"].map(String) : [],
    auditAnnotations: textsOf(found["auditAnnotations"]),
    status: membersOf(found["status"] ?? {}, "response.status") as Partial<Status>,
    code: answer.status,
  };
}

function patchOf(response: Members, { mayPatch }: ExpectedReview): Buffer | undefined {
  const { patch, patchType } = response;
  if (patch !== undefined && patch !== null && typeof patch !== "string") throw wrongField(patch, "patch", "[]uint8");
  const hasPatch = typeof patch === "string" && patch !== "";
  if (!mayPatch) {
    if (hasPatch) throw invalid("validating webhook may not return response.patch");
    if (patchType !== undefined && patchType !== null)
      throw invalid("validating webhook may not return response.patchType");
    return undefined;
  }
  const bytes = hasPatch ? decodeBase64(patch) : undefined;
  if (patchType === undefined || patchType === null) {
    if (bytes === undefined) return undefined;
    throw invalid("webhook returned response.patch but not response.patchType");
  }
  if (patchType === "") throw invalid('webhook returned invalid response.patchType of ""');
  if (bytes === undefined) throw invalid("webhook returned response.patchType but not response.patch");
  if (patchType !== "JSONPatch" && bytes.toString() !== "[]")
    throw new WebhookCallError(`unsupported patch type ${quote(String(patchType))}`);
  return bytes;
}

function decodeBase64(text: string): Buffer {
  const bad = text.search(/[^A-Za-z0-9+/=\r\n]/);
  const plain = text.replace(/[\r\n]/g, "");
  const padding = plain.indexOf("=");
  const ends = padding < 0 || /^={1,2}$/.test(plain.slice(padding));
  if (bad >= 0 || !ends || plain.length % 4 !== 0) {
    const at = bad >= 0 ? bad : !ends ? padding : plain.length - (plain.length % 4);
    throw failed(`illegal base64 data at input byte ${at}`);
  }
  return Buffer.from(plain, "base64");
}

/** What is no JSON may be YAML: that of a text is the text. @throws {WebhookCallError} */
function yamlValue(codec: Codec, body: Buffer, cause: Error): JsonValue {
  try {
    finishSteps(codec.yamlSteps(body));
  } catch (error) {
    if (error instanceof DecodeError) throw failed(error.message, error);
    throw error;
  }
  throw failed(`couldn't get version/kind; json parse error: ${cause.message}`, cause);
}

function parseReview(answer: WebhookAnswer, { apiVersion, codec }: ExpectedReview): Members {
  const { body, status, contentType } = answer;
  if (body.length === 0) throw failed(`0-length response with status code: ${status} and content type: ${contentType}`);
  const text = body.toString();
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    value = yamlValue(codec, body, error as Error);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const type =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    throw failed(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(value)} into Go value of type ${type}`,
    );
  }
  const review = value as Members;
  const { apiVersion: says = "", kind = "" } = review;
  const reviewGroup = apiVersion.split("/")[0] ?? "";
  if (says !== "" && kind !== "" && says !== apiVersion) {
    const [from, to] = [String(says).split("/").pop() ?? "", apiVersion.split("/").pop() ?? ""];
    if (String(says).startsWith(`${reviewGroup}/`) && kind === "AdmissionReview")
      throw failed(`converting (${from}.AdmissionReview) to (${to}.AdmissionReview): unknown conversion`);
  }
  if (kind !== "" && kind !== "AdmissionReview")
    throw failed(
      `no kind ${quote(String(kind))} is registered for version ${quote(String(says))} in scheme "pkg/runtime/scheme.go:110"`,
    );
  return review;
}

function wrongType(review: Members, { apiVersion }: ExpectedReview): WebhookCallError {
  const says = String(review["apiVersion"] ?? "");
  const kind = String(review["kind"] ?? "");
  const got = says === "" ? "/" : says.includes("/") ? says : `/${says}`;
  return invalid(`expected webhook response of ${apiVersion}, Kind=AdmissionReview, got ${got}, Kind=${kind}`);
}

function membersOf(value: unknown, field: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw wrongField(value, field.replace(/^response\.?/, ""), "struct");
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
}

function wrongField(value: unknown, field: string, type: string): WebhookCallError {
  return failed(
    `json: cannot unmarshal ${jsonType(value)} into Go struct field AdmissionResponse.response.${field} of type ${type}`,
  );
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}

/** A fault of the call itself. */
export function failed(message: string, cause?: unknown): WebhookCallError {
  return new WebhookCallError(`failed to call webhook: ${message}`, { cause });
}

function invalid(message: string): WebhookCallError {
  return new WebhookCallError(`received invalid webhook response: ${message}`);
}
