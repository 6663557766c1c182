import { byteLength } from "@svc/meta";
import type { DeviceExpressions, Expressions } from "@svc/schema";
import type { resourcev1beta2 as resource } from "@svc/types";
import type { Check } from "../common/check.ts";
import { atMost } from "./sets.ts";

const maxSelectors = 32;
const maxExpressionBytes = 10 * 1024;
/** The maximum cost of a selector's evaluation for one device. */
const maxCost = 1_000_000;

/** Expressions that choose devices. */
export function deviceSelectors(expressions: Expressions | undefined): Check<readonly resource.DeviceSelector[]> {
  let language: DeviceExpressions | undefined;
  return atMost(maxSelectors, ({ cel }, at) => {
    const place = at.field("cel");
    if (cel === undefined) return place.required();
    const { expression = "" } = cel;
    const text = place.field("expression");
    if (byteLength(expression) > maxExpressionBytes) return text.tooLong(maxExpressionBytes);
    language ??= expressions?.devices();
    if (language === undefined) return;
    const compiled = language.compile(expression);
    if ("error" in compiled) text.invalid(expression, `compilation failed: ${compiled.error}`);
    else if (!results.has(compiled.type))
      text.invalid(expression, `must evaluate to bool or the unknown type, not ${compiled.type}`);
    else if (compiled.maxCost > maxCost) text.forbidden("too complex, exceeds cost limit");
  });
}

/** The type of an attribute is known only when a device is looked at. */
const results: ReadonlySet<string> = new Set(["bool", "dyn"]);
