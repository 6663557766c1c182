import type { ApiObject } from "@svc/meta";
import type { Conversion } from "@svc/schema";

/** The names of fields in the core group, and in the events group. */
const names: readonly (readonly [core: string, events: string])[] = [
  ["involvedObject", "regarding"],
  ["message", "note"],
  ["reportingComponent", "reportingController"],
  ["source", "deprecatedSource"],
  ["firstTimestamp", "deprecatedFirstTimestamp"],
  ["lastTimestamp", "deprecatedLastTimestamp"],
  ["count", "deprecatedCount"],
];
const toCore = new Map(names.map(([core, events]) => [events, core]));
const toEvents = new Map(names);

/**
 * Events of the events group are stored as events of the core group, whose fields have other names.
 */
export const event: Conversion = {
  toStorage: (object) => renamed(object, toCore),
  fromStorage: (object) => renamed(object, toEvents),
};

function renamed(object: ApiObject, to: ReadonlyMap<string, string>): ApiObject {
  const out: ApiObject = { metadata: object.metadata };
  for (const [name, value] of Object.entries(object)) out[to.get(name) ?? name] = value;
  return out;
}
