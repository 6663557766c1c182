import { createHash } from "node:crypto";
import { type AdmissionPlugin, type AdmissionRequest, forbidden } from "@svc/admission";
import { createExpiringCache } from "@svc/base";
import { aBoolean, aClock, aFunction, aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import { ImageReviewError, type ImageReviewStatus, imageReview, readImageReview } from "./image-review.ts";
import { type ReviewOptions, sendReview } from "./send-review.ts";

/** Options of {@link imagePolicyWebhook}. */
export interface ImagePolicyOptions extends ReviewOptions {
  readonly dialect: Dialect;
  /**
   * Time in milliseconds for which an approval is cached; 0 disables the cache. @default 5 minutes
   */
  readonly allowTtlMs?: number | undefined;
  /** Time in milliseconds for which a refusal is cached; 0 disables the cache. @default 30 s */
  readonly denyTtlMs?: number | undefined;
  /** Admits pods when the webhook cannot be reached. @default false */
  readonly defaultAllow?: boolean | undefined;
}

const maxRemembered = 1024;

const imagePolicyOptions = optionsOf<ImagePolicyOptions>({
  dialect: aDialect,
  allowTtlMs: optional(aNonNegativeNumber),
  denyTtlMs: optional(aNonNegativeNumber),
  defaultAllow: optional(aBoolean),
  post: aFunction,
  clock: aClock,
  retryBackoffMs: optional(aNonNegativeNumber),
  timeoutMs: optional(aNonNegativeNumber),
});

/**
 * Has a webhook review the images of each written pod and of added ephemeral containers. When the
 * webhook cannot be reached and pods are admitted by default, the audit event records that.
 * @throws {TypeError} for a wrong argument
 */
export function imagePolicyWebhook(options: ImagePolicyOptions): AdmissionPlugin {
  checkArgument("imagePolicyWebhook: options", options, imagePolicyOptions);
  const { dialect, defaultAllow = false } = options;
  const auditPrefix = `imagepolicywebhook.${dialect.expand("image-policy.{api}")}`;
  const judge = createJudge(options);
  const validate = async (request: AdmissionRequest): Promise<void> => {
    const status = await judge(request);
    if (status instanceof ImageReviewError) {
      if (!defaultAllow) throw forbidden(request, status.message);
      request.annotate?.(`${auditPrefix}/failed-open`, "true");
      return;
    }
    for (const [key, value] of Object.entries(status.auditAnnotations))
      if (annotationKey.test(key)) request.annotate?.(`${auditPrefix}/${key}`, value);
    if (status.allowed) return;
    const { reason } = status;
    throw forbidden(
      request,
      reason === ""
        ? "one or more images rejected by webhook backend"
        : `image policy webhook backend denied one or more images: ${reason}`,
    );
  };
  return {
    name: "ImagePolicyWebhook",
    operations: ["CREATE", "UPDATE"],
    resources: ["pods", "pods/ephemeralcontainers"],
    validate,
  };
}

const annotationKey = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

type Judgement = ImageReviewStatus | ImageReviewError;

function createJudge(options: ImagePolicyOptions): (request: AdmissionRequest) => Promise<Judgement> {
  const { dialect, clock, allowTtlMs = 300_000, denyTtlMs = 30_000 } = options;
  const remembered = createExpiringCache<ImageReviewStatus>(clock, maxRemembered);
  return async (request) => {
    const review = imageReview(dialect, request);
    const key = createHash("sha256").update(review).digest("base64");
    const known = remembered.get(key);
    if (known !== undefined) return known;
    try {
      const status = readImageReview(dialect, await sendReview(options, review, request));
      remembered.set(key, status, status.allowed ? allowTtlMs : denyTtlMs);
      return status;
    } catch (error) {
      if (!(error instanceof ImageReviewError)) throw error;
      return error;
    }
  };
}
