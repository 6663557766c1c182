import { type ApiObject, copyJson, formatApiVersion, type GroupVersion, type ObjectMeta } from "@svc/meta";
import { ConversionNeeded, jsonKey } from "@svc/schema";
import type { ConvertObjects } from "./conversion-webhook.ts";

/** Conversions by a webhook. Results are cached for a while, by content. */
export interface LearnedConversions {
  /** @throws {ConversionNeeded} for an object whose conversion is not known */
  convert(object: ApiObject, to: GroupVersion): ApiObject;
  /** Converts several objects at once, without caching. */
  convertAll(objects: readonly ApiObject[], to: GroupVersion): Promise<readonly ApiObject[]>;
}

/** A write needs a handful of conversions at the same time. */
const maxRemembered = 512;
const maxRememberedBytes = 16 * 1024 * 1024;

export function learnedConversions(convert: ConvertObjects): LearnedConversions {
  const learned = new Map<string, ApiObject>();
  let bytes = 0;
  const remember = (key: string, object: ApiObject): void => {
    if (!learned.has(key)) bytes += key.length;
    learned.set(key, object);
    for (const old of learned.keys()) {
      if (learned.size <= maxRemembered && bytes <= maxRememberedBytes) break;
      learned.delete(old);
      bytes -= old.length;
    }
  };
  return {
    convert: (object, to) => {
      const apiVersion = formatApiVersion(to);
      if (object.apiVersion === apiVersion) return object;
      const key = contentKey(object, apiVersion);
      const cached = learned.get(key);
      if (cached !== undefined) return withMetadata(copyJson(cached), object.metadata);
      const copy = copyJson(object);
      throw new ConversionNeeded(async () => {
        const [converted] = await convert([copy], to);
        if (converted !== undefined) remember(key, converted);
      });
    },
    convertAll: async (objects, to) => {
      const apiVersion = formatApiVersion(to);
      const others = objects.filter((object) => object.apiVersion !== apiVersion);
      const converted = await convert(others, to);
      if (others.length === objects.length) return converted;
      const byObject = new Map(others.map((object, i) => [object, converted[i]]));
      return objects.map((object) => byObject.get(object) ?? object);
    },
  };
}

/**
 * A conversion may change only labels and annotations of the metadata; the server sets the rest.
 */
function contentKey({ metadata, ...rest }: ApiObject, to: string): string {
  const { name, namespace, labels, annotations } = metadata;
  return `${to} ${jsonKey({ ...rest, metadata: { name, namespace, labels, annotations } })}`;
}

function withMetadata(object: ApiObject, metadata: ObjectMeta): ApiObject {
  const { labels, annotations } = object.metadata;
  const { labels: _labels, annotations: _annotations, ...rest } = metadata;
  object.metadata = {
    ...copyJson(rest),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return object;
}
