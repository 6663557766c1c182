import { type ApiObject, copyJson } from "@svc/meta";
import type { StructSchema } from "@svc/schema";
import { appliedFields, errorsText } from "./applied-fields.ts";
import { mergeObjects } from "./merge-values.ts";
import { createShapes, type ShapeOptions } from "./shape.ts";
import type { JsonMap } from "./value.ts";

export interface MergeOptions extends Partial<ShapeOptions> {
  readonly schema: StructSchema;
}

/**
 * One manifest over another, list by list and map by map as the schema says. Nothing is taken away,
 * and nobody is asked.
 *
 * @throws {TypeError} for an overlay that does not fit the schema
 */
export function mergeManifests<T extends ApiObject>(
  base: T,
  overlay: Partial<ApiObject>,
  { schema, semantics = "typed" }: MergeOptions,
): T {
  const shape = createShapes({ semantics }).of(schema);
  const { errors } = appliedFields(shape, overlay as JsonMap);
  if (errors.length > 0) throw new TypeError(errorsText(errors));
  return copyJson(mergeObjects(shape, base as unknown as JsonMap, overlay as JsonMap)) as unknown as T;
}
