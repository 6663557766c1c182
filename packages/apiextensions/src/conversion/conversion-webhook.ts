import { appendAll } from "@svc/base";
import { type ApiObject, copyJson, formatKind, type GroupVersionKind, parseApiVersion, plainError } from "@svc/meta";
import type { CustomResourceConversion, WebhookClientConfig } from "../definition/custom-resource.ts";
import { type ConversionReview, convertedObjects, emptyResponse, reviewVersion } from "./conversion-review.ts";
import { convertedMetadata } from "./converted-metadata.ts";

/**
 * Posts a review to a webhook and returns the JSON of the response.
 * @throws {Error} with the reason when there is none
 */
export type CallConversionWebhook = (config: WebhookClientConfig, review: ConversionReview) => Promise<unknown>;

/** Converts objects of one type to another version, in one batch. @throws {StatusError} 500 */
export type ConvertObjects = (
  objects: readonly ApiObject[],
  to: Pick<GroupVersionKind, "group" | "version">,
) => Promise<readonly ApiObject[]>;

/** The parts of a server that a definition's webhook uses. */
export interface WebhookOptions {
  readonly kind: string;
  readonly group: string;
  /** The group that reviews are of. */
  readonly apiGroup: string;
  readonly call: CallConversionWebhook;
  readonly randomUid: () => string;
}

/** How many objects one review holds at most; larger batches are divided. */
const maxObjects = 500;

/** The webhook of a definition as a function. It gets only objects that need conversion. */
export function conversionWebhook(
  { webhook }: CustomResourceConversion,
  { kind, group, apiGroup, call, randomUid }: WebhookOptions,
): ConvertObjects {
  const config = webhook?.clientConfig ?? {};
  const version = reviewVersion(webhook?.conversionReviewVersions ?? []);
  const batch: ConvertObjects = async (objects, to) => {
    const [first] = objects;
    if (first === undefined) return [];
    const desiredApiVersion = `${to.group}/${to.version}`;
    const from = { group, version: parseApiVersion(first.apiVersion ?? "")?.version ?? "", kind };
    const failed = (why: string): Error => plainError(`conversion webhook for ${formatKind(from)} ${why}`);
    if (version === undefined) throw failed("failed: no review version that the webhook takes is known");
    const review: ConversionReview = {
      kind: "ConversionReview",
      apiVersion: `${apiGroup}/${version}`,
      request: { uid: randomUid(), desiredAPIVersion: desiredApiVersion, objects },
      response: emptyResponse,
    };
    let answer: unknown;
    try {
      answer = await call(config, review);
    } catch (error) {
      throw failed(`failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    const result = convertedObjects(answer, review);
    if ("problem" in result) throw failed(result.problem);
    if ("unreadable" in result) throw plainError(result.unreadable);
    return result.objects.map((converted, i) => {
      const original = objects[i] as ApiObject;
      const identity = identityProblem(converted, { to, kind });
      if (identity !== undefined) throw failed(`returned invalid object at index ${i}: ${identity}`);
      const metadata = convertedMetadata(converted["metadata"], original.metadata);
      if ("problem" in metadata) throw failed(metadata.problem);
      return { ...copyJson(converted), metadata: metadata.metadata } as ApiObject;
    });
  };
  return async (objects, to) => {
    const converted: ApiObject[] = [];
    for (let at = 0; at < objects.length; at += maxObjects)
      appendAll(converted, await batch(objects.slice(at, at + maxObjects), to));
    return converted;
  };
}

type Members = Readonly<Record<string, unknown>>;

function identityProblem(
  { apiVersion, kind: given }: Members,
  { to, kind }: { readonly to: Pick<GroupVersionKind, "group" | "version">; readonly kind: string },
): string | undefined {
  const wanted = `${to.group}/${to.version}`;
  if (apiVersion !== wanted)
    return `invalid groupVersion (expected ${wanted}, received ${typeof apiVersion === "string" ? apiVersion : ""})`;
  if (given !== kind) return `invalid kind (expected ${kind}, received ${typeof given === "string" ? given : ""})`;
  return undefined;
}
