import type { resourcev1beta2 as resource } from "@svc/types";
import { type Check, isEmpty, sortedKeys } from "../common/check.ts";
import { immutable } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { nodeSelector } from "../core/node-selector.ts";
import { checkCounters, device, type SharedCounters } from "./device.ts";
import { driverName, label, poolName, subdomain } from "./names.ts";
import { setOf } from "./sets.ts";

const maxDevices = 128;
const maxSharedCounters = 32;
const maxConsumedCounters = 1024;

type Spec = resource.ResourceSliceSpec;

const pool: Check<resource.ResourcePool> = ({ name = "", generation = 0, resourceSliceCount = 0 }, at) => {
  poolName(name, at.field("name"));
  if (resourceSliceCount <= 0) at.field("resourceSliceCount").invalid(resourceSliceCount, "must be greater than zero");
  if (generation < 0) at.field("generation").invalid(generation, "must be greater than or equal to zero");
};

/** The nodes of the devices, in one of four forms. */
function nodes(spec: Spec, at: FieldPath): void {
  const { nodeName, nodeSelector: selector, allNodes, perDeviceNodeSelection } = spec;
  const set: string[] = [];
  const flag = (name: string, value: boolean | undefined): void => {
    if (value === true) set.push(name);
    else if (value === false) at.field(name).invalid(false, "must be either unset or set to true");
  };
  if (nodeName === "") at.field("nodeName").invalid("", "must be either unset or set to a non-empty string");
  else if (nodeName !== undefined) {
    set.push("nodeName");
    subdomain(nodeName, at.field("nodeName"));
  }
  if (selector !== undefined) {
    set.push("nodeSelector");
    nodeSelector(selector, at.field("nodeSelector"));
    const terms = selector.nodeSelectorTerms ?? [];
    if (terms.length !== 1)
      at.field("nodeSelector").field("nodeSelectorTerms").invalid(terms, "must have exactly one node selector term");
  }
  flag("allNodes", allNodes);
  flag("perDeviceNodeSelection", perDeviceNodeSelection);
  const one = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
  if (set.length === 0) at.required(one);
  else if (set.length > 1)
    at.invalid(`{${set.map((name) => `\`${name}\``).join(", ")}}`, `${one}, but multiple fields are set`);
}

const counterSets = setOf<resource.CounterSet>(
  Number.POSITIVE_INFINITY,
  ({ name = "", counters = {} }, at) => {
    if (name === "") at.field("name").required();
    else label(name, at.field("name"));
    if (isEmpty(counters)) at.field("counters").required();
    for (const key of sortedKeys(counters)) label(key, at.field("counters").item(key));
  },
  { keyOf: ({ name = "" }) => name, member: "name" },
);

const sizeOf = (counters: object | undefined): number => Object.keys(counters ?? {}).length;

function sharedCounters(sets: readonly resource.CounterSet[], at: FieldPath): void {
  const total = sets.reduce((sum, { counters }) => sum + sizeOf(counters), 0);
  if (total > maxSharedCounters)
    at.invalid(total, `the total number of shared counters must not exceed ${maxSharedCounters}`);
  counterSets(sets, at);
}

function devices(spec: Spec, at: FieldPath): void {
  const { devices: list = [], perDeviceNodeSelection } = spec;
  const shared: SharedCounters = new Map(
    (spec.sharedCounters ?? []).map(({ name = "", counters = {} }) => [name, new Set(Object.keys(counters))]),
  );
  setOf<resource.Device>(maxDevices, device(perDeviceNodeSelection === true), {
    keyOf: ({ name = "" }) => name,
    member: "name",
  })(list, at);
  let total = 0;
  for (const [i, { consumesCounters = [] }] of list.entries()) {
    const consumed = consumesCounters.reduce((sum, { counters }) => sum + sizeOf(counters), 0);
    total += consumed;
    checkCounters(consumesCounters, { shared, consumed, at: at.item(i) });
  }
  if (total > maxConsumedCounters)
    at.invalid(total, `the total number of counters in devices must not exceed ${maxConsumedCounters}`);
}

function slice({ spec }: resource.ResourceSlice, old: resource.ResourceSlice | undefined, at: FieldPath): void {
  const place = at.field("spec");
  driverName(spec.driver ?? "", place.field("driver"));
  pool(spec.pool ?? {}, place.field("pool"));
  if (old !== undefined) {
    immutable(spec.pool?.name, old.spec.pool?.name, place.field("pool").field("name"));
    immutable(spec.driver, old.spec.driver, place.field("driver"));
    immutable(spec.nodeName, old.spec.nodeName, place.field("nodeName"));
  }
  nodes(spec, place);
  devices(spec, place.field("devices"));
  sharedCounters(spec.sharedCounters ?? [], place.field("sharedCounters"));
}

export const resourceSlice: KindValidation = kind<resource.ResourceSlice>({
  create: (object, at) => slice(object, undefined, at),
  update: (object, old, at) => slice(object, old, at),
});
