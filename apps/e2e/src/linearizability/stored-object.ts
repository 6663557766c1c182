import type { Model } from "./find-order.ts";

/** One object as clients see it: its content, and the version by which it is replaced. */
export interface Seen {
  readonly value: string;
  readonly version: number;
}

/** A write whose response was lost or was a failure: it may have happened. */
type Unknown = { readonly answer: "unknown" };
type Done = { readonly answer: "done"; readonly version: number };
type Refused = { readonly answer: "conflict" | "absent" };

/** A call for one object, with its answer. */
export type ObjectCall =
  | { readonly op: "read"; readonly found: Seen | undefined }
  | ({ readonly op: "create"; readonly value: string } & (Done | Unknown | { readonly answer: "exists" }))
  | ({ readonly op: "update"; readonly value: string; readonly expected: number } & (Done | Unknown | Refused))
  | ({ readonly op: "delete"; readonly expected: number } & ({ readonly answer: "done" } | Unknown | Refused));

/**
 * The state of an object: absent, or a value. The version of a write without a response is unknown
 * until it is read.
 */
type Stored = "absent" | { readonly value: string; readonly version: number | undefined };

/**
 * An object that is created, read, replaced and deleted, the last two only at the version that the
 * client expects.
 */
export const storedObject: Model<Stored, ObjectCall> = {
  initial: "absent",
  keyOf: (state) => (state === "absent" ? "" : `${state.version ?? "?"} ${state.value}`),
  step(state, call) {
    switch (call.op) {
      case "read":
        return afterRead(state, call.found);
      case "create":
        if (call.answer === "exists") return state === "absent" ? undefined : state;
        return state === "absent" ? written(call) : undefined;
      case "update":
        if (call.answer === "done" || call.answer === "unknown") {
          return isAt(state, call.expected) && isLater(call, state) ? written(call) : undefined;
        }
        return refused(state, call);
      case "delete":
        if (call.answer === "done" || call.answer === "unknown") {
          return isAt(state, call.expected) ? "absent" : undefined;
        }
        return refused(state, call);
    }
  },
};

function afterRead(state: Stored, found: Seen | undefined): Stored | undefined {
  if (found === undefined || state === "absent") return found === undefined && state === "absent" ? state : undefined;
  const { value, version } = found;
  const same = state.value === value && (state.version === undefined || state.version === version);
  return same ? { value, version } : undefined;
}

function written(call: { readonly value: string } & (Done | Unknown)): Stored {
  return { value: call.value, version: call.answer === "done" ? call.version : undefined };
}

/** An expected version was read before, so an unknown one differs from it. */
function isAt(state: Stored, expected: number): boolean {
  return state !== "absent" && state.version === expected;
}

function isLater(call: Done | Unknown, state: Stored): boolean {
  return call.answer === "unknown" || state === "absent" || call.version > (state.version ?? 0);
}

function refused(state: Stored, { expected, answer }: { readonly expected: number } & Refused): Stored | undefined {
  if (answer === "absent") return state === "absent" ? state : undefined;
  return state !== "absent" && !isAt(state, expected) ? state : undefined;
}
