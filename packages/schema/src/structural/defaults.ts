import type { JsonValue } from "@svc/meta";
import type { Schema, StructSchema } from "../schema.ts";
import { isObject } from "./previous-item.ts";

type Members = Record<string, unknown>;

/**
 * Sets, in location, absent fields with a declared default. Null counts as absent where it is not a
 * value, and is removed where there is no default; list items stay, since removing one would move
 * the others. Metadata is not changed.
 */
export function applyDeclaredDefaults(schema: StructSchema, object: unknown): void {
  fillStruct(schema, object, true);
}

function fillStruct({ fields, embeddedObject }: StructSchema, value: unknown, isRoot: boolean): void {
  if (!isObject(value)) return;
  const hasMetadata = isRoot || embeddedObject === true;
  for (const { name, schema } of fields) {
    if (!(hasMetadata && name === "metadata")) settle(value as Members, name, schema);
  }
}

function fill(schema: Schema, value: unknown): void {
  switch (schema.type) {
    case "struct":
      fillStruct(schema, value, false);
      return;
    case "map":
      if (!isObject(value)) return;
      for (const key of Object.keys(value)) settle(value as Members, key, schema.values);
      return;
    case "list": {
      if (!Array.isArray(value)) return;
      const { items } = schema;
      for (let i = 0; i < value.length; i++) {
        if (value[i] === null && items.nullable !== true && items.default !== undefined) value[i] = copy(items.default);
        fill(items, value[i]);
      }
    }
  }
}

function settle(members: Members, name: string, schema: Schema): void {
  const given = Object.hasOwn(members, name) ? members[name] : undefined;
  if (given === undefined || (given === null && schema.nullable !== true)) {
    if (schema.default === undefined) {
      if (given === null) delete members[name];
      return;
    }
    set(members, name, copy(schema.default));
  }
  fill(schema, members[name]);
}

/** Sets a member of any name, `__proto__` included. */
function set(members: Members, name: string, value: unknown): void {
  Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}

function copy(value: JsonValue): unknown {
  return structuredClone(value);
}
