import type { JsonValue } from "@svc/meta";
import { isMap } from "./json-text.ts";
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
type MemberOutline = Outline | "leaf" | "anything";

/** The outline of a map; undefined where owned fields depend on further values: those of items. */
export function outlineOf(shape: Shape, value: JsonMap): Outline | undefined {
  const names = Object.keys(value);
  const members: MemberOutline[] = [];
  for (const name of names) {
    const member = memberOutline(memberShape(shape, name), value[name]);
    if (member === undefined) return undefined;
    members.push(member);
  }
  return { names, members };
}

function memberShape(shape: Shape, name: string): Shape {
  if (shape.kind === "struct") return shape.field(name)?.shape ?? anyShape;
  return shape.kind === "map" ? shape.values : anyShape;
}

function memberOutline(shape: Shape, value: JsonValue | undefined): MemberOutline | undefined {
  switch (shape.kind) {
    case "scalar":
    case "atomic":
      return value === undefined ? undefined : "anything";
    case "list":
      return undefined;
    default:
      if (value === undefined) return undefined;
      return isMap(value) ? outlineOf(shape, value) : "leaf";
  }
}

/** True for a value that has this outline: its owned fields are those of the outline's value. */
export function hasOutline({ names, members }: Outline, value: JsonMap): boolean {
  let at = 0;
  for (const name in value) {
    if (names[at] !== name) return false;
    const member = members[at++];
    if (member === "anything") continue;
    const given = value[name];
    if (typeof member === "object") {
      if (!isMap(given) || !hasOutline(member, given)) return false;
    } else if (given === undefined || isMap(given)) return false;
  }
  return at === names.length;
}
