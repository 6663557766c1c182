import type { Field, StructSchema } from "@svc/schema";
import { flattenedName, memberName } from "./member-names.ts";

/**
 * The wire layout of a struct: its fields by ascending number. Fields that JSON flattens are in the
 * messages that hold them.
 */
export interface MessagePlan {
  /** The name of the message, without its package; empty for anonymous structs. */
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly byNumber: ReadonlyMap<number, Entry>;
}

export type Entry =
  | { readonly kind: "field"; readonly number: number; readonly field: Field; readonly name: string }
  /** A nested message with fields of the same struct. */
  | { readonly kind: "inline"; readonly number: number; readonly plan: MessagePlan };

/** Builds the plan of each struct once. */
export function createMessagePlans(): (struct: StructSchema) => MessagePlan {
  const plans = new WeakMap<StructSchema, MessagePlan>();
  return (struct) => {
    let plan = plans.get(struct);
    if (plan === undefined) {
      const named = struct.name ?? struct.canonical?.().name ?? "";
      const name = named.slice(named.lastIndexOf(".") + 1);
      plan = planOf(
        name,
        struct.fields.filter((f) => f.proto !== undefined),
        0,
      );
      plans.set(struct, plan);
    }
    return plan;
  };
}

/** @param depth levels of nested messages within the struct */
function planOf(name: string, fields: readonly Field[], depth: number): MessagePlan {
  const entries: Entry[] = [];
  const inline = new Map<number, Field[]>();
  for (const field of fields) {
    const step = field.proto?.path?.[depth];
    if (step === undefined) {
      entries.push({ kind: "field", number: field.proto?.number ?? 0, field, name: memberName(name, field.name) });
      continue;
    }
    const within = inline.get(step);
    if (within === undefined) inline.set(step, [field]);
    else within.push(field);
  }
  for (const [number, within] of inline) {
    entries.push({ kind: "inline", number, plan: planOf(flattenedName(name), within, depth + 1) });
  }
  entries.sort((a, b) => a.number - b.number);
  return { name, entries, byNumber: new Map(entries.map((e) => [e.number, e])) };
}
