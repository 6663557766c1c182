import { byteLength, patternMessage, qualifiedName } from "@svc/meta";
import type { metav1 } from "@svc/types";
import { type Check, members, named, needed, oneOf, text } from "./check.ts";

const reasonPattern = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";
const wholeReason = new RegExp(`^${reasonPattern}$`);
const reasonMessage = patternMessage(
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  reasonPattern,
  "my_name",
  "MY_NAME",
  "MyName",
  "ReasonA,ReasonB",
  "ReasonA:ReasonB",
);
const maxReasonBytes = 1024;
const maxMessageBytes = 32 * 1024;

const reason: Check<string> = (value, at) => {
  if (!wholeReason.test(value)) at.invalid(value, reasonMessage);
  if (byteLength(value) > maxReasonBytes) at.tooLong(maxReasonBytes);
};

const condition: Check<metav1.Condition> = members<metav1.Condition>({
  type: text(named(qualifiedName)),
  status: text(oneOf("False", "True", "Unknown")),
  observedGeneration: (value, at) => {
    if (value < 0) at.invalid(value, "must be greater than or equal to zero");
  },
  lastTransitionTime: needed(undefined, "must be set"),
  reason: needed(reason, "must be set"),
  message: (value, at) => {
    if (byteLength(value) > maxMessageBytes) at.tooLong(maxMessageBytes);
  },
});

/** Conditions of the common shape: well-formed, each type once. */
export const conditions: Check<readonly metav1.Condition[]> = (list, at) => {
  const types = new Set<string>();
  for (const [i, item] of list.entries()) {
    if (types.has(item.type)) at.item(i).field("type").duplicate(item.type);
    types.add(item.type);
    condition(item, at.item(i));
  }
};
