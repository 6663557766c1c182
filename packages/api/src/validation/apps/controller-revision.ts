import { type DisplayValue, displayAs } from "@svc/meta";
import type { appsv1 } from "@svc/types";
import { immutableMessage } from "../common/equal.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { notNegative } from "../common/number.ts";

/** A state of a workload as it was: kept, never changed. */
export const controllerRevision: KindValidation = kind<appsv1.ControllerRevision>({
  object: ({ revision = 0 }, at) => notNegative(revision, at.field("revision")),
  create: ({ data }, at) => {
    const value = data as unknown;
    if (value === undefined || value === null) at.field("data").required("data is mandatory");
    else if (typeof value !== "object" || Array.isArray(value))
      at.field("data").required("data must be a valid JSON object");
  },
  // The data is opaque to the server: any other text counts as a change.
  update: ({ data }, old, at) => {
    if (textOf(data) !== textOf(old.data)) at.field("data").invalid(shownData(data), immutableMessage);
  },
});

function textOf(data: unknown): string | undefined {
  return data === null ? undefined : JSON.stringify(data);
}

/** The bytes, as far as a message may show them. */
function shownData(data: unknown): DisplayValue {
  const text = textOf(data);
  const bytes = Buffer.from(text?.slice(0, maxShown) ?? "");
  const raw = text === undefined ? "(nil)" : `{${[...bytes].map((byte) => `0x${byte.toString(16)}`).join(", ")}}`;
  return displayAs(`runtime.RawExtension{Raw:[]uint8${raw}, Object:runtime.Object(nil)}`);
}

const maxShown = 4_096;
