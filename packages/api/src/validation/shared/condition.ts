import { byteLength, patternMessage, qualifiedName } from "@svc/meta";
import type * as metav1 from "../../gen/types/meta-v1.ts";
import { type Check, each, members, named, needed, oneOf, unique } from "./check.ts";

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
  type: needed(named(qualifiedName), "must be set"),
  status: needed(oneOf("False", "True", "Unknown"), "must be set"),
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
  each(condition)(list, at);
  unique<metav1.Condition>(
    (c) => c.type,
    (c, place) => place.field("type").duplicate(c.type),
  )(list, at);
};
