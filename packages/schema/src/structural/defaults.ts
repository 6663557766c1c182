import type { JsonValue } from "@svc/meta";
import type { Field, NullHandling, Schema, StructSchema } from "../schema.ts";
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

function fillStruct(struct: StructSchema, value: unknown, { isRoot, nulls }: StructFill): void {
  if (!isObject(value)) return;
  const members = value as Members;
  const hasMetadata = isRoot || struct.embeddedObject === true;
  for (const name in members) {
    const schema = struct.byName.get(name)?.schema;
    if (schema === undefined || (hasMetadata && name === "metadata")) continue;
    const given = members[name];
    if (given === null && schema.nullable !== true) fillNull({ members, name }, schema, nulls);
    else if (typeof given === "object") fill(schema, given, nulls);
  }
  for (const { name, schema } of defaultsOf(struct)) {
    if (Object.hasOwn(members, name) || (hasMetadata && name === "metadata")) continue;
    const filled = copy(schema.default as JsonValue);
    set(members, name, filled);
    fill(schema, filled, nulls);
  }
}

const withDefaults = new WeakMap<StructSchema, readonly Field[]>();

/** The fields of a struct that have a default. */
function defaultsOf(struct: StructSchema): readonly Field[] {
  let known = withDefaults.get(struct);
  if (known === undefined) {
    known = struct.fields.filter(({ schema }) => schema.default !== undefined);
    withDefaults.set(struct, known);
  }
  return known;
}

function fill(schema: Schema, value: unknown, nulls: NullHandling): void {
  switch (schema.type) {
    case "struct":
      fillStruct(schema, value, nulls === "drop" ? innerDropping : innerKeeping);
      return;
    case "map":
      if (!isObject(value)) return;
      for (const key of Object.keys(value)) fillValue({ members: value as Members, name: key }, schema.values, nulls);
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

function fillValue({ members, name }: Member, schema: Schema, nulls: NullHandling): void {
  const given = members[name];
  if (given === null && schema.nullable !== true) fillNull({ members, name }, schema, nulls);
  else fill(schema, given, nulls);
}

/** A null that is not a value of its field becomes the default, if there is one. */
function fillNull({ members, name }: Member, schema: Schema, nulls: NullHandling): void {
  if (schema.default === undefined) {
    // The validation refuses no null where any value may be.
    if (nulls === "drop" || (schema.type === "any" && schema.validations === undefined)) delete members[name];
    return;
  }
  const filled = copy(schema.default);
  set(members, name, filled);
  fill(schema, filled, nulls);
}

/** Sets a member of any name, `__proto__` included. */
function set(members: Members, name: string, value: unknown): void {
  Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}

function copy(value: JsonValue): unknown {
  return structuredClone(value);
}
