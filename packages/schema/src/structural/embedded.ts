import { appendAll } from "@svc/base";
import { dns1035Label, type FieldError, invalid, type ObjectMeta, parseApiVersion, required } from "@svc/meta";
import type { MetadataCheck } from "../definition.ts";
import type { Schema } from "../schema.ts";
import { isObject } from "./previous-item.ts";
import { pathWithKeys, type ValuePath } from "./value-path.ts";
import { walk } from "./walk.ts";

/** Validates the types and metadata of embedded API objects. */
export function embeddedErrors(schema: Schema, value: unknown, checkMetadata: MetadataCheck): readonly FieldError[] {
  const errors: FieldError[] = [];
  walk(schema, value, (at, object, location) => {
    if (at.type !== "struct" || at.embeddedObject !== true || !isObject(object)) return;
    const pathTo = (name: string): string => pathWithKeys({ parent: location, step: name } satisfies ValuePath);
    appendAll(
      errors,
      textErrors(object["apiVersion"], pathTo("apiVersion"), (text) =>
        parseApiVersion(text) === undefined ? [`unexpected GroupVersion string: ${text}`] : [],
      ),
    );
    appendAll(
      errors,
      textErrors(object["kind"], pathTo("kind"), (text) =>
        dns1035Label(text.toLowerCase()).map((m) => `may have mixed case, but should otherwise match: ${m}`),
      ),
    );
    if (isObject(object["metadata"]))
      appendAll(errors, checkMetadata(object["metadata"] as ObjectMeta, pathTo("metadata")));
  });
  return errors;
}

function textErrors(value: unknown, path: string, judge: (text: string) => readonly string[]): readonly FieldError[] {
  if (value === undefined || value === null) return [required(path, "must not be empty")];
  if (value === "") return [invalid(path, "", "must not be empty")];
  return typeof value === "string" ? judge(value).map((message) => invalid(path, value, message)) : [];
}
