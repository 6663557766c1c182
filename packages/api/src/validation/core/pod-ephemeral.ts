import { quote } from "@svc/base";
import type { corev1 as core } from "@svc/types";
import { changeText } from "../common/change-text.ts";
import { same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";

/** Ephemeral containers may be added; existing ones cannot be changed. */
export function ephemeralUpdate(
  list: readonly core.EphemeralContainer[],
  old: readonly core.EphemeralContainer[],
  at: FieldPath,
): void {
  // Of containers with one name the first counts.
  const byName = new Map(list.toReversed().map((container) => [container.name, container]));
  for (const before of old) {
    const now = byName.get(before.name);
    const which = `existing ephemeral containers ${quote(before.name)} may not be`;
    if (now === undefined) at.forbidden(`${which} removed\n`);
    else if (!same(now, before)) at.forbidden(`${which} changed\n${changeText(before, now)}`);
  }
}
