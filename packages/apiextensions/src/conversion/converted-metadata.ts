import {
  type FieldError,
  fieldErrorText,
  invalid,
  labelValue,
  type ObjectMeta,
  qualifiedName,
  tooLong,
} from "@svc/meta";
import { goTypeName } from "./go-type-name.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * The metadata after a conversion, which may change only labels and annotations; identity must be
 * the same.
 */
export function convertedMetadata(
  returned: unknown,
  original: ObjectMeta,
): { readonly metadata: ObjectMeta } | { readonly problem: string } {
  const isObject = typeof returned === "object" && returned !== null && !Array.isArray(returned);
  const converted = isObject ? (returned as Members) : {};
  for (const field of ["name", "namespace", "uid"] as const) {
    const [is, was] = [textOf(converted[field]), original[field] ?? ""];
    const shown = field === "uid" ? "UID" : field;
    if (is !== was) return { problem: `returned invalid object: must have the same ${shown}: ${was} != ${is}` };
  }
  if (!isObject) return { problem: "returned invalid metadata: missing metadata in converted object" };
  const problem = textsProblem("labels", converted) ?? textsProblem("annotations", converted);
  if (problem !== undefined) return { problem: `returned invalid metadata: ${problem}` };
  const labels = textsOf(converted["labels"]);
  const annotations = textsOf(converted["annotations"]);
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

/** Why the labels or the annotations of converted metadata are invalid. */
function textsProblem(field: "labels" | "annotations", metadata: Members): string | undefined {
  const returned = metadata[field];
  if (returned === undefined || returned === null) return undefined;
  if (typeof returned !== "object" || Array.isArray(returned))
    return `invalid metadata.${field} of type ${goTypeName(returned)} in converted object`;
  for (const [key, value] of Object.entries(returned)) {
    if (typeof value !== "string")
      return `metadata.${field}[${key}] must be a string, but is ${goTypeName(value)} in converted object`;
  }
  const texts = returned as Readonly<Record<string, string>>;
  const errors = (field === "labels" ? labelErrors(texts) : annotationErrors(texts)).map(fieldErrorText);
  return errors.length > 1 ? `[${errors.join(", ")}]` : errors[0];
}

/** Undefined for an empty object. */
function textsOf(value: unknown): Record<string, string> | undefined {
  const texts = Object.entries((value ?? {}) as Record<string, string>);
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

function labelErrors(labels: Readonly<Record<string, string>>): readonly FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedName(key).map((message) => invalid("metadata.labels", key, message)),
    ...labelValue(value).map((message) => invalid("metadata.labels", value, message)),
  ]);
}

const maxAnnotationBytes = 256 * 1024;

function annotationErrors(annotations: Readonly<Record<string, string>>): readonly FieldError[] {
  const bytes = Object.entries(annotations).reduce((sum, entry) => sum + Buffer.byteLength(entry.join("")), 0);
  return [
    ...Object.keys(annotations).flatMap((key) =>
      qualifiedName(key.toLowerCase()).map((message) => invalid("metadata.annotation", key, message)),
    ),
    ...(bytes > maxAnnotationBytes ? [tooLong("metadata.annotation", maxAnnotationBytes)] : []),
  ];
}
