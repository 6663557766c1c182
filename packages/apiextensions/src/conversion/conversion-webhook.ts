import { appendAll } from "@svc/base";
import { type ApiObject, copyJson, formatKind, type GroupVersionKind, parseApiVersion, plainError } from "@svc/meta";
import type {
  CustomResourceConversion,
  CustomResourceNames,
  WebhookClientConfig,
} from "../definition/custom-resource.ts";
import type { ConversionFailure, DefinitionObserver } from "../definition/definition-observer.ts";
import { type ConversionReview, convertedObjects, emptyResponse, reviewVersion } from "./conversion-review.ts";
import { convertedMetadata } from "./converted-metadata.ts";

/**
 * Posts a review to a webhook and returns the JSON of the response.
 * @throws {Error} with the reason when there is none
 */
export type CallConversionWebhook = (config: WebhookClientConfig, review: ConversionReview) => Promise<unknown>;

/** Converts objects of one type to another version, in one batch. @throws {StatusError} 500 */
export type ConvertObjects = (objects: readonly ApiObject[], to: TargetVersion) => Promise<readonly ApiObject[]>;

/** The parts of a server that a definition's webhook uses. */
export interface WebhookOptions {
  readonly names: Pick<Required<CustomResourceNames>, "kind" | "plural">;
  readonly group: string;
  /** The group that reviews are of. */
  readonly apiGroup: string;
  readonly call: CallConversionWebhook;
  readonly randomUid: () => string;
  /** @default none */
  readonly observer?: Pick<DefinitionObserver, "clock" | "converted"> | undefined;
}

/** The maximum number of objects of one review; larger batches are divided. */
const maxObjects = 500;

type TargetVersion = Pick<GroupVersionKind, "group" | "version">;

/** The webhook of a definition as a function. It gets only objects that need conversion. */
export function conversionWebhook(conversion: CustomResourceConversion, options: WebhookOptions): ConvertObjects {
  const webhook = new ConversionWebhook(conversion, options);
  return async (objects, to) => {
    const converted: ApiObject[] = [];
    for (let at = 0; at < objects.length; at += maxObjects)
      appendAll(converted, await webhook.convert(objects.slice(at, at + maxObjects), to));
    return converted;
  };
}

/** One review, and what became of it. */
interface Batch {
  readonly objects: readonly ApiObject[];
  readonly to: TargetVersion;
  readonly from: GroupVersionKind;
  /** The kind of failure, if the batch fails now. */
  failure: ConversionFailure;
}

class ConversionWebhook {
  readonly #options: WebhookOptions;
  readonly #config: WebhookClientConfig;
  /** The version of reviews; undefined where none of the webhook's is known. */
  readonly #version: string | undefined;

  constructor({ webhook }: CustomResourceConversion, options: WebhookOptions) {
    this.#options = options;
    this.#config = webhook?.clientConfig ?? {};
    this.#version = reviewVersion(webhook?.conversionReviewVersions ?? []);
  }

  /** Converts the objects of one review, and notifies the observer. */
  async convert(objects: readonly ApiObject[], to: TargetVersion): Promise<readonly ApiObject[]> {
    const [first] = objects;
    if (first === undefined) return [];
    const { group, names, observer } = this.#options;
    const from = { group, version: parseApiVersion(first.apiVersion ?? "")?.version ?? "", kind: names.kind };
    const batch: Batch = { objects, to, from, failure: "call" };
    const startedMs = observer?.clock.monotonic() ?? 0;
    const observe = (failure?: ConversionFailure): void =>
      observer?.converted({
        definition: `${names.plural}.${group}`,
        from: from.version,
        to: to.version,
        seconds: (observer.clock.monotonic() - startedMs) / 1000,
        ...(failure === undefined ? {} : { failure }),
      });
    try {
      const converted = await this.#convertBatch(batch);
      observe();
      return converted;
    } catch (error) {
      observe(batch.failure);
      if (batch.failure === "call" || objects.length === 1) throw error;
    }
    return this.#convertEach(objects, to);
  }

  /**
   * Converts objects one by one, as kube-apiserver always does: there are webhooks that answer no
   * other reviews, and of several objects the first one that fails is told.
   */
  async #convertEach(objects: readonly ApiObject[], to: TargetVersion): Promise<readonly ApiObject[]> {
    const converted: ApiObject[] = [];
    for (const object of objects) appendAll(converted, await this.convert([object], to));
    return converted;
  }

  async #convertBatch(batch: Batch): Promise<readonly ApiObject[]> {
    const { apiGroup, call, randomUid } = this.#options;
    const { objects, to } = batch;
    if (this.#version === undefined) throw failed(batch, "failed: no review version that the webhook takes is known");
    const review: ConversionReview = {
      kind: "ConversionReview",
      apiVersion: `${apiGroup}/${this.#version}`,
      request: { uid: randomUid(), desiredAPIVersion: `${to.group}/${to.version}`, objects },
      response: emptyResponse,
    };
    let answer: unknown;
    try {
      answer = await call(this.#config, review);
    } catch (error) {
      throw failed(batch, `failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    const result = convertedObjects(answer, review);
    if ("problem" in result) {
      batch.failure = result.failure;
      throw failed(batch, result.problem);
    }
    batch.failure = "invalid_converted_object";
    if ("unreadable" in result) throw plainError(result.unreadable);
    return result.objects.map((converted, i) => checkedObject(batch, converted, i));
  }
}

function failed({ from }: Batch, why: string): Error {
  return plainError(`conversion webhook for ${formatKind(from)} ${why}`);
}

/** A converted object with the metadata that a webhook can't change. */
function checkedObject(batch: Batch, converted: Members, i: number): ApiObject {
  const { objects, to, from } = batch;
  const identity = identityProblem(converted, { to, kind: from.kind });
  if (identity !== undefined) throw failed(batch, `returned invalid object at index ${i}: ${identity}`);
  const original = objects[i] as ApiObject;
  const metadata = convertedMetadata(converted["metadata"], original.metadata);
  if ("problem" in metadata) throw failed(batch, metadata.problem);
  return { ...copyJson(converted), metadata: metadata.metadata } as ApiObject;
}

type Members = Readonly<Record<string, unknown>>;

function identityProblem(
  { apiVersion, kind: actualKind }: Members,
  { to, kind }: { readonly to: Pick<GroupVersionKind, "group" | "version">; readonly kind: string },
): string | undefined {
  const expected = `${to.group}/${to.version}`;
  if (apiVersion !== expected)
    return `invalid groupVersion (expected ${expected}, received ${typeof apiVersion === "string" ? apiVersion : ""})`;
  if (actualKind !== kind)
    return `invalid kind (expected ${kind}, received ${typeof actualKind === "string" ? actualKind : ""})`;
  return undefined;
}
