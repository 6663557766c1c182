import { type ApiObject, byteLength, formatApiVersion, type JsonValue } from "@svc/meta";
import { appliedFields } from "../applied-fields.ts";
import { compareObjects } from "../changes.ts";
import { difference, emptySet, exclude, type FieldSet, isEmpty } from "../field-set.ts";
import { isMap, jsonText } from "../json-text.ts";
import type { JsonMap } from "../value.ts";
import type { OwnedEndpoint } from "./endpoint.ts";
import { type ShapeOf, unmanaged } from "./versions.ts";

/**
 * The annotation in which a client that merges on the client side stores its last applied manifest.
 * When the client changes to server-side apply, the fields of the annotation count as its own.
 */
export interface LastApplied {
  /** The field manager of the client when it applies on the server. */
  readonly manager: string;
  readonly annotation: string;
}

/** Upper bound of all annotations of an object together. */
const maxAnnotationBytes = 262_144;

/** Removes from the overlap the fields whose live value equals the last applied one. */
export function withoutLastApplied(
  {
    shapeOf,
    endpoint,
    annotation,
  }: { readonly shapeOf: ShapeOf; readonly endpoint: OwnedEndpoint; readonly annotation: string },
  live: ApiObject,
  overlap: ReadonlyMap<string, FieldSet>,
): Map<string, FieldSet> {
  const applied = readLastApplied(endpoint, live.metadata.annotations?.[annotation]);
  if (applied === undefined) return new Map(overlap);
  const shape = shapeOf(endpoint.version);
  const { set, errors } = appliedFields(shape, applied);
  if (errors.length > 0) return new Map(overlap);
  const { changed } = compareObjects(shape, { before: unmanaged(live), after: applied, afterAs: "literal" });
  const own = exclude(set, changed);
  const rest = [...overlap].map(([id, fields]) => [id, isEmpty(own) ? fields : difference(fields, own)] as const);
  return new Map(rest.filter(([, fields]) => fields !== emptySet && !isEmpty(fields)));
}

/** Undefined when the annotation is absent or of another kind. */
function readLastApplied({ definition, version }: OwnedEndpoint, text: string | undefined): JsonMap | undefined {
  if (text === undefined || text === "") return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (!isMap(value) || value["kind"] !== (version.kind ?? definition.kind)) return undefined;
  return value["apiVersion"] === formatApiVersion(version) ? value : undefined;
}

/**
 * Updates the annotation of an object that has one, so that the client can return to client-side
 * merging.
 */
export function keepLastApplied(object: ApiObject, intent: JsonMap, annotation: string): void {
  const { annotations } = object.metadata;
  if ((annotations?.[annotation] ?? "") === "" || annotations === undefined) return;
  const bare = unmanaged(intent as unknown as ApiObject);
  const next = { ...annotations, [annotation]: `${jsonText(withoutAnnotation(bare, annotation))}\n` };
  let bytes = 0;
  for (const [name, value] of Object.entries(next)) bytes += byteLength(name) + byteLength(value);
  if (bytes > maxAnnotationBytes) delete next[annotation];
  object.metadata.annotations = next;
}

function withoutAnnotation(intent: JsonMap, annotation: string): JsonMap {
  const metadata = intent["metadata"];
  const annotations = isMap(metadata) ? metadata["annotations"] : undefined;
  if (!isMap(metadata) || !isMap(annotations) || !Object.hasOwn(annotations, annotation)) return intent;
  const { [annotation]: _, ...rest } = annotations;
  return { ...intent, metadata: { ...metadata, annotations: rest } };
}
