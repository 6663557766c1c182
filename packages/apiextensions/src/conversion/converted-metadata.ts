import { type FieldError, fieldErrorText, invalid, labelValue, type ObjectMeta, qualifiedName } from "@svc/meta";

type Members = Readonly<Record<string, unknown>>;

/**
 * The metadata after a conversion, which may change only labels and annotations; identity must be
 * the same.
 */
export function convertedMetadata(
  given: unknown,
  original: ObjectMeta,
): { readonly metadata: ObjectMeta } | { readonly problem: string } {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  const converted = isObject ? (given as Members) : {};
  for (const field of ["name", "namespace", "uid"] as const) {
    const [is, was] = [textOf(converted[field]), original[field] ?? ""];
    const shown = field === "uid" ? "UID" : field;
    if (is !== was) return { problem: `returned invalid object: must have the same ${shown}: ${was} != ${is}` };
  }
  if (!isObject) return { problem: "returned invalid metadata: missing metadata in converted object" };
  const labels = textsOf(converted["labels"]);
  const annotations = textsOf(converted["annotations"]);
  const errors = [...labelErrors(labels ?? {}), ...annotationErrors(annotations ?? {})];
  if (errors.length > 0) return { problem: `returned invalid metadata: [${errors.map(fieldErrorText).join(", ")}]` };
  const { labels: _labels, annotations: _annotations, ...rest } = original;
  return {
    metadata: {
      ...rest,
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textsOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

function labelErrors(labels: Readonly<Record<string, string>>): readonly FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedName(key).map((message) => invalid("metadata.labels", key, message)),
    ...labelValue(value).map((message) => invalid("metadata.labels", value, message)),
  ]);
}

function annotationErrors(annotations: Readonly<Record<string, string>>): readonly FieldError[] {
  return Object.keys(annotations).flatMap((key) =>
    qualifiedName(key.toLowerCase()).map((message) => invalid("metadata.annotations", key, message)),
  );
}
