import { type Check, isEmpty } from "./check.ts";

/** Leaves out text, lists and maps that are empty, where empty is as good as absent. */
export function whenSet<T>(check: Check<T>): Check<T> {
  return (value, at) => {
    if (!isEmpty(value)) check(value, at);
  };
}
