import type { JsonValue } from "@svc/meta";
import type { NullHandling, Schema, StructSchema } from "../schema.ts";
import { isObject } from "./previous-item.ts";

type Members = Record<string, unknown>;

/**
 * Sets, in place, absent fields with a declared default. Null counts as absent where it is not a
 * value, and is removed where there is no default; list items stay, since removing one would move
 * the others. Metadata is not changed.
 * @param nulls @default drop
 */
export function applyDeclaredDefaults(schema: StructSchema, object: unknown, nulls: NullHandling = "drop"): void {
  fillStruct(schema, object, { isRoot: true, nulls });
}

interface StructFill {
  readonly isRoot: boolean;
  readonly nulls: NullHandling;
}

function fillStruct({ fields, embeddedObject }: StructSchema, value: unknown, { isRoot, nulls }: StructFill): void {
  if (!isObject(value)) return;
  const hasMetadata = isRoot || embeddedObject === true;
  for (const { name, schema } of fields) {
    if (!(hasMetadata && name === "metadata")) fillMember({ members: value as Members, name }, schema, nulls);
  }
}

function fill(schema: Schema, value: unknown, nulls: NullHandling): void {
  switch (schema.type) {
    case "struct":
      fillStruct(schema, value, nulls === "drop" ? innerDropping : innerKeeping);
      return;
    case "map":
      if (!isObject(value)) return;
      for (const key of Object.keys(value)) fillMember({ members: value as Members, name: key }, schema.values, nulls);
      return;
    case "list": {
      if (!Array.isArray(value)) return;
      const { items } = schema;
      for (let i = 0; i < value.length; i++) {
        if (value[i] === null && items.nullable !== true && items.default !== undefined) value[i] = copy(items.default);
        fill(items, value[i], nulls);
      }
    }
  }
}

const innerDropping: StructFill = { isRoot: false, nulls: "drop" };
const innerKeeping: StructFill = { isRoot: false, nulls: "keep" };

interface Member {
  readonly members: Members;
  readonly name: string;
}

function fillMember({ members, name }: Member, schema: Schema, nulls: NullHandling): void {
  const given = Object.hasOwn(members, name) ? members[name] : undefined;
  if (given === undefined || (given === null && schema.nullable !== true)) {
    if (schema.default === undefined) {
      if (given === null && nulls === "drop") delete members[name];
      return;
    }
    set(members, name, copy(schema.default));
  }
  fill(schema, members[name], nulls);
}

/** Sets a member of any name, `__proto__` included. */
function set(members: Members, name: string, value: unknown): void {
  Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}

function copy(value: JsonValue): unknown {
  return structuredClone(value);
}
