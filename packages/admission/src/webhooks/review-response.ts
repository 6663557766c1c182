import { finishSteps } from "@svc/base";
import { type Body, type Codec, DecodeError, type ObjectType } from "@svc/codec";
import { formatApiVersion, isStatusError, quote, type Status } from "@svc/meta";
import { WebhookCallError, type WebhookResponse } from "./caller.ts";

/** The verdict of a webhook on a request. */
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
  /** The type of the review that was sent. */
  readonly type: ObjectType;
  readonly mayPatch: boolean;
  readonly codec: Codec;
}

/** A review as its type decodes it. */
interface Review {
  readonly response?: ReviewResponse;
}

interface ReviewResponse {
  readonly uid?: string;
  readonly allowed: boolean;
  readonly status?: Partial<Status>;
  /** In base64. */
  readonly patch?: string;
  readonly patchType?: string;
  readonly auditAnnotations?: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}

/** Reads the response of a webhook. @throws {WebhookCallError} */
export function readVerdict(received: WebhookResponse, expected: ExpectedReview): Verdict {
  const { type, uid } = expected;
  const { body, response } = decodeReview(received, expected);
  if (response === undefined) throw invalid("webhook response was absent");
  // Reviews of the first version repeat neither their type nor the uid.
  if (type.version !== "v1beta1") {
    const apiVersion = formatApiVersion(type);
    if ((body.kind ?? "") === "" || body.apiVersion !== apiVersion) throw wrongType(body, apiVersion);
    if ((response.uid ?? "") !== uid)
      throw invalid(`expected response.uid=${quote(uid)}, got ${quote(response.uid ?? "")}`);
  }
  return {
    allowed: response.allowed,
    patch: patchOf(response, expected),
    warnings: response.warnings ?? [],
    auditAnnotations: response.auditAnnotations ?? {},
    status: response.status ?? {},
    code: received.status,
  };
}

/** @throws {WebhookCallError} for a body that is no review */
function decodeReview(
  { body: bytes, status, contentType }: WebhookResponse,
  { type, codec }: ExpectedReview,
): { readonly body: Body; readonly response: ReviewResponse | undefined } {
  if (bytes.length === 0)
    throw failed(`0-length response with status code: ${status} and content type: ${contentType}`);
  try {
    const body = startsObject(bytes) ? codec.parseJson(bytes) : finishSteps(codec.yamlSteps(bytes));
    checkKind(body, type);
    return { body, response: (body.decode(type).object as unknown as Review).response };
  } catch (error) {
    if (error instanceof DecodeError || isStatusError(error)) throw failed(error.message, error);
    throw error;
  }
}

/** True if a body is JSON, whatever its content type; otherwise it is parsed as YAML. */
function startsObject(bytes: Buffer): boolean {
  const first = bytes.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
  return first === 0x7b;
}

const reviewKind = "AdmissionReview";
const versions: readonly string[] = ["v1", "v1beta1"];
const unversionedKinds: ReadonlySet<string> = new Set([
  "Status",
  "APIVersions",
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
]);

/** Fields that the body omits have the expected values. @throws {WebhookCallError} */
function checkKind(body: Body, { group, version }: ObjectType): void {
  const kind = body.kind || reviewKind;
  const apiVersion = body.apiVersion || formatApiVersion({ group, version });
  const own = versions.find((known) => apiVersion === formatApiVersion({ group, version: known }));
  if (kind === reviewKind && own === version) return;
  const from = kind === reviewKind ? own : apiVersion === "v1" && unversionedKinds.has(kind) ? "v1" : undefined;
  throw failed(
    from === undefined
      ? `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/runtime/scheme.go:110"`
      : `converting (${from}.${kind}) to (${version}.${reviewKind}): unknown conversion`,
  );
}

function patchOf({ patch = "", patchType }: ReviewResponse, { mayPatch, type }: ExpectedReview): Buffer | undefined {
  const isChecked = type.version !== "v1beta1";
  if (!mayPatch) {
    if (isChecked && patch !== "") throw invalid("validating webhook may not return response.patch");
    if (isChecked && patchType !== undefined) throw invalid("validating webhook may not return response.patchType");
    return undefined;
  }
  if (patch === "") {
    if (isChecked && patchType !== undefined)
      throw invalid("webhook returned response.patchType but not response.patch");
    return undefined;
  }
  const bytes = Buffer.from(patch, "base64");
  if (!isChecked) return bytes;
  if (patchType === undefined) throw invalid("webhook returned response.patch but not response.patchType");
  if (patchType === "") throw invalid('webhook returned invalid response.patchType of ""');
  if (patchType !== "JSONPatch" && bytes.toString() !== "[]")
    throw new WebhookCallError(`unsupported patch type ${quote(patchType)}`);
  return bytes;
}

function wrongType({ apiVersion = "", kind = "" }: Body, expected: string): WebhookCallError {
  const got = apiVersion === "" ? "/" : apiVersion.includes("/") ? apiVersion : `/${apiVersion}`;
  return invalid(`expected webhook response of ${expected}, Kind=${reviewKind}, got ${got}, Kind=${kind}`);
}

/** A fault of the call itself. */
export function failed(message: string, cause?: unknown): WebhookCallError {
  return new WebhookCallError(`failed to call webhook: ${message}`, { cause });
}

function invalid(message: string): WebhookCallError {
  return new WebhookCallError(`received invalid webhook response: ${message}`, { code: 503 });
}
