import type { AdmissionRequest } from "@svc/admission";
import { quote } from "@svc/base";
import type { ApiObject, Dialect } from "@svc/meta";
import { field, items, text } from "../objects/fields.ts";

/** The webhook's verdict on the images of a pod. */
export interface ImageReviewStatus {
  readonly allowed: boolean;
  readonly reason: string;
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** Thrown when the webhook gave no usable response. The message is for the client. */
export class ImageReviewError extends Error {
  override readonly name = "ImageReviewError";
}

/**
 * The review of a request's images: of ephemeral containers when the request writes these, else of
 * all other containers.
 */
export function imageReview(dialect: Dialect, { object, subresource, namespace }: AdmissionRequest): string {
  const lists = subresource === "ephemeralcontainers" ? ["ephemeralContainers"] : ["containers", "initContainers"];
  const containers = lists.flatMap((list) => items(object, "spec", list).map((of) => ({ image: text(of, "image") })));
  const annotations = reviewedAnnotations(dialect, object);
  return JSON.stringify({
    kind: "ImageReview",
    apiVersion: apiVersionOf(dialect),
    metadata: { creationTimestamp: null },
    spec: {
      ...(containers.length === 0 ? {} : { containers }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ...(namespace === "" ? {} : { namespace }),
    },
    status: { allowed: false },
  });
}

/** Reads the answer to a review. @throws {ImageReviewError} */
export function readImageReview(dialect: Dialect, body: string): ImageReviewStatus {
  if (body === "") throw new ImageReviewError("0-length response with status code: 200");
  const review = parsed(body);
  const kind = text(review, "kind");
  const apiVersion = text(review, "apiVersion");
  if (kind !== "ImageReview" || apiVersion !== apiVersionOf(dialect))
    throw new ImageReviewError(
      `the webhook answered ${quote(kind)} of ${quote(apiVersion)}, not "ImageReview" of ${quote(apiVersionOf(dialect))}`,
    );
  const allowed = field(review, "status", "allowed") ?? false;
  const reason = field(review, "status", "reason") ?? "";
  const auditAnnotations = field(review, "status", "auditAnnotations") ?? {};
  if (typeof allowed !== "boolean" || typeof reason !== "string" || !isTexts(auditAnnotations))
    throw new ImageReviewError("the status in the webhook's answer is no status of an ImageReview");
  return { allowed, reason, auditAnnotations };
}

function apiVersionOf(dialect: Dialect): string {
  return dialect.expand("imagepolicy.{api}/v1alpha1");
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ImageReviewError("the answer of the webhook is no JSON", { cause });
  }
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === "object" && value !== null && Object.values(value).every((item) => typeof item === "string");
}

function reviewedAnnotations(dialect: Dialect, object: ApiObject | undefined): Readonly<Record<string, string>> {
  const mark = `.${dialect.expand("image-policy.{api}")}/`;
  const all = Object.entries(object?.metadata.annotations ?? {});
  return Object.fromEntries(all.filter(([key]) => key.includes(mark)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
