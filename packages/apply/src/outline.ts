import type { JsonValue } from "@svc/meta";
import { isMap } from "./json-text.ts";
import { fitsShape } from "./misfit.ts";
import { anyShape, type Shape } from "./shape.ts";
import type { JsonMap } from "./value.ts";

/**
 * What decides which fields of a map are owned, where values are taken literally (`structural`):
 * the names of its members, and which of their values are maps.
 */
export interface Outline {
  readonly names: readonly string[];
  /** In the order of the names. */
  readonly members: readonly MemberOutline[];
}

/** `leaf` is owned as one unless it is a map; `anything` is always owned as one. */
type MemberOutline = Outline | Typed | "leaf" | "anything";

/** A value that is owned as one where it has the types of its schema. */
interface Typed {
  readonly names?: undefined;
  readonly type: Shape;
}

interface OutlineOptions {
  /**
   * Whether values of other types than those of the schema may be valid, and then have no owners.
   */
  readonly isLoose: boolean;
}

/** The outline of a map; undefined where owned fields depend on further values: those of items. */
export function outlineOf(shape: Shape, value: JsonMap, options: OutlineOptions): Outline | undefined {
  const names = Object.keys(value);
  const members: MemberOutline[] = [];
  for (const name of names) {
    const member = memberOutline(memberShape(shape, name), value[name], options);
    if (member === undefined) return undefined;
    members.push(member);
  }
  return { names, members };
}

function memberShape(shape: Shape, name: string): Shape {
  if (shape.kind === "struct") return shape.field(name)?.shape ?? anyShape;
  return shape.kind === "map" ? shape.values : anyShape;
}

function memberOutline(shape: Shape, value: JsonValue | undefined, options: OutlineOptions): MemberOutline | undefined {
  if (value === undefined) return undefined;
  switch (shape.kind) {
    case "scalar":
    case "atomic":
      return options.isLoose ? { type: shape } : "anything";
    case "list":
      return undefined;
    default:
      return isMap(value) ? outlineOf(shape, value, options) : "leaf";
  }
}

/** True for a value that has this outline: its owned fields are those of the outline's value. */
export function hasOutline({ names, members }: Outline, value: JsonMap): boolean {
  let at = 0;
  for (const name in value) {
    if (names[at] !== name) return false;
    const member = members[at++];
    const found = value[name];
    if (member === undefined || found === undefined) return false;
    if (!isOutlined(member, found)) return false;
  }
  return at === names.length;
}

function isOutlined(member: MemberOutline, value: JsonValue): boolean {
  if (member === "anything") return true;
  if (member === "leaf") return !isMap(value);
  if (member.names === undefined) return fitsShape(member.type, value);
  return isMap(value) && hasOutline(member, value);
}
