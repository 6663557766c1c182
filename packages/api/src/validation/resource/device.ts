import { byteLength } from "@svc/meta";
import type { resourcev1beta2 as resource } from "@svc/types";
import { type Check, isEmpty, sortedKeys } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { nodeSelector } from "../core/node-selector.ts";
import { deviceProperty, label, subdomain } from "./names.ts";
import { atMost, setOf } from "./sets.ts";
import { deviceTaint } from "./taints.ts";

const maxProperties = 32;
const maxValueBytes = 64;
const maxTaints = 4;
const maxCounters = 32;

/** Source: semver.org, version 2.0.0. */
const semver =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(\+[\dA-Za-z-]+(\.[\dA-Za-z-]+)*)?$/;

/** One value, of one of four types. */
const attribute: Check<resource.DeviceAttribute> = (value, at) => {
  const { string, version } = value;
  const count = [value.int, value.bool, string, version].filter((v) => v !== undefined).length;
  if (string !== undefined && byteLength(string) > maxValueBytes) at.field("string").tooLong(maxValueBytes);
  if (version !== undefined) {
    const place = at.field("version");
    if (!semver.test(version)) place.invalid(version, "must be a string compatible with semver.org spec 2.0.0");
    if (byteLength(version) > maxValueBytes) place.tooLong(maxValueBytes);
  }
  if (count === 0) at.required("exactly one value must be specified");
  else if (count > 1) at.invalid(value, "exactly one value must be specified");
};

function properties(value: resource.Device, at: FieldPath): void {
  const { attributes = {}, capacity = {} } = value;
  const total = Object.keys(attributes).length + Object.keys(capacity).length;
  if (total > maxProperties)
    at.invalid(total, `the total number of attributes and capacities must not exceed ${maxProperties}`);
  for (const key of sortedKeys(attributes)) {
    const place = at.field("attributes").item(key);
    deviceProperty(key, place);
    attribute(attributes[key] ?? {}, place);
  }
  for (const key of sortedKeys(capacity)) deviceProperty(key, at.field("capacity").item(key));
}

const taints = atMost(maxTaints, deviceTaint);

const consumptions = setOf<resource.DeviceCounterConsumption>(
  Number.POSITIVE_INFINITY,
  ({ counterSet = "", counters = {} }, at) => {
    if (counterSet === "") at.field("counterSet").required();
    if (isEmpty(counters)) at.field("counters").required();
    for (const key of sortedKeys(counters)) label(key, at.field("counters").item(key));
  },
  { keyOf: ({ counterSet = "" }) => counterSet, member: "counterSet" },
);

/** The nodes of one device, if the slice sets them per device. */
function nodes(
  { nodeName, nodeSelector: selector, allNodes }: resource.Device,
  perDevice: boolean,
  at: FieldPath,
): void {
  if (!perDevice) {
    if (nodeName !== undefined || selector !== undefined || allNodes !== undefined)
      at.invalid(
        "null",
        "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec",
      );
    return;
  }
  const set: string[] = [];
  if (nodeName === "") at.field("nodeName").invalid("", "must not be empty");
  else if (nodeName !== undefined) {
    set.push("nodeName");
    subdomain(nodeName, at.field("nodeName"));
  }
  if (selector !== undefined) {
    set.push("nodeSelector");
    nodeSelector(selector, at.field("nodeSelector"));
  }
  if (allNodes === true) set.push("allNodes");
  else if (allNodes === false) at.field("allNodes").invalid(false, "must be either unset or set to true");
  const one =
    "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
  if (set.length === 0) at.required(one);
  else if (set.length > 1) at.invalid(`{${set.map((name) => `\`${name}\``).join(", ")}}`, one);
}

export function device(perDeviceNodeSelection: boolean): Check<resource.Device> {
  return (value, at) => {
    label(value.name ?? "", at.field("name"));
    properties(value, at);
    taints(value.taints ?? [], at.field("taints"));
    consumptions(value.consumesCounters ?? [], at.field("consumesCounters"));
    nodes(value, perDeviceNodeSelection, at);
  };
}

/** The names of counters, by set. */
export type SharedCounters = ReadonlyMap<string, ReadonlySet<string>>;

interface CounterCheck {
  readonly shared: SharedCounters;
  /** The number of counters that the device consumes. */
  readonly consumed: number;
  readonly at: FieldPath;
}

/** Checks that the counters that a device consumes exist in its slice. */
export function checkCounters(
  list: readonly resource.DeviceCounterConsumption[],
  { shared, consumed, at }: CounterCheck,
): void {
  if (consumed > maxCounters) at.invalid(consumed, `the total number of counters must not exceed ${maxCounters}`);
  for (const [i, { counterSet = "", counters = {} }] of list.entries()) {
    const place = at.field("consumesCounters").item(i);
    const known = shared.get(counterSet);
    if (known === undefined) {
      place
        .field("counterSet")
        .invalid(counterSet, "must reference a counterSet defined in the ResourceSlice sharedCounters");
      continue;
    }
    for (const key of sortedKeys(counters))
      if (!known.has(key))
        place.field("counters").invalid(key, "must reference a counter defined in the ResourceSlice sharedCounters");
  }
}
