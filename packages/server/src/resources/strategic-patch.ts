import { strategicMergePatch } from "@svc/apply";
import type { ObjectType } from "@svc/codec";
import { badRequest, type JsonValue } from "@svc/meta";
import { notOf, type Patcher } from "./patcher.ts";

/** A strategic merge patch, by the markers of the schema. @throws {StatusError} 400 for a patch that is no object */
export function strategicPatcher(value: JsonValue, { schema }: ObjectType): Patcher {
  if (value === null) return (live) => live;
  if (typeof value !== "object" || Array.isArray(value)) throw badRequest(notOf(value, "map[string]interface {}"));
  return (live) => strategicMergePatch(live, value, schema);
}
