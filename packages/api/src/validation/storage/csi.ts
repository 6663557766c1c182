import { byteLength, type Dialect, displayList, dns1123Subdomain, qualifiedName } from "@svc/meta";
import type { storagev1 } from "@svc/types";
import { all, type Check, members, named, needed, oneOf, sortedKeys, text } from "../common/check.ts";
import { deprecatedLabels } from "../common/deprecated-labels.ts";
import { immutable, immutableMessage, same } from "../common/equal.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { labelSelector } from "../common/label-selector.ts";
import { notNegative } from "../common/number.ts";
import { amountNotNegative } from "../common/resources.ts";
import { twiceOnUpdate } from "../common/twice-on-update.ts";
import { csiDriverName } from "../core/volume-plugins.ts";

const qualified = named(qualifiedName);

const maxNodeIdBytes = 256;
const minTokenSeconds = 600;
const maxTokenSeconds = 2 ** 32;

const tokenRequests: Check<readonly storagev1.TokenRequest[]> = (requests, at) => {
  const audiences = new Set<string>();
  for (const [i, { audience = "", expirationSeconds }] of requests.entries()) {
    const place = at.item(i);
    if (audiences.has(audience)) {
      place.field("audience").duplicate(audience);
      continue;
    }
    audiences.add(audience);
    if (expirationSeconds === undefined) continue;
    const seconds = place.field("expirationSeconds");
    if (expirationSeconds < minTokenSeconds)
      seconds.invalid(expirationSeconds, "may not specify a duration less than 10 minutes");
    if (expirationSeconds > maxTokenSeconds)
      seconds.invalid(expirationSeconds, "may not specify a duration larger than 2^32 seconds");
  }
};

const lifecycleMode = oneOf("Persistent", "Ephemeral");

const driverSpec = members<storagev1.CSIDriverSpec>({
  fsGroupPolicy: oneOf("File", "None", "ReadWriteOnceWithFSType"),
  tokenRequests,
  volumeLifecycleModes: (modes, at) => {
    for (const mode of modes) lifecycleMode(mode, at);
  },
});

const driver: Check<storagev1.CSIDriver> = ({ spec }, at) => driverSpec(spec, at.field("spec"));

export const csiDriver: KindValidation = kind<storagev1.CSIDriver>({
  create: driver,
  update: (object, old, at) => {
    driver(object, at);
    const place = at.field("spec");
    immutable(object.spec.attachRequired, old.spec.attachRequired, place.field("attachedRequired"));
    const { volumeLifecycleModes: modes } = object.spec;
    if (!same(modes, old.spec.volumeLifecycleModes))
      place.field("volumeLifecycleModes").invalid(displayList(modes, "storage.VolumeLifecycleMode"), immutableMessage);
  },
});

const nodeId: Check<string> = (id, at) => {
  if (byteLength(id) > maxNodeIdBytes) at.invalid(id, `must be ${maxNodeIdBytes} characters or less`);
};

/** Errors of a key have the path of the driver. */
const topologyKeys: Check<storagev1.CSINodeDriver> = ({ topologyKeys: keys = [] }, at) => {
  const seen = new Set<string>();
  for (const key of keys) {
    if (key === "") at.required();
    if (seen.has(key)) at.duplicate(key);
    seen.add(key);
    qualified(key, at);
  }
};

const nodeDriver = all(
  members<storagev1.CSINodeDriver>({
    nodeID: needed(nodeId),
    allocatable: members<storagev1.VolumeNodeResources>({ count: notNegative }),
  }),
  topologyKeys,
);

const nodeDrivers: Check<readonly storagev1.CSINodeDriver[]> = (drivers, at) => {
  const names = new Set<string>();
  for (const [i, value] of drivers.entries()) {
    const place = at.item(i);
    csiDriverName(value.name, place.field("name"));
    nodeDriver(value, place);
    if (names.has(value.name)) place.field("name").duplicate(value.name);
    names.add(value.name);
  }
};

/** Drivers come and go; one that stays is as it was. */
export const csiNode: KindValidation = kind(
  twiceOnUpdate<storagev1.CSINode>({
    object: ({ spec }, at) => nodeDrivers(spec.drivers ?? [], at.field("spec").field("drivers")),
    update: ({ spec }, old, at) => {
      const before = new Map((old.spec.drivers ?? []).map((d) => [d.name, d]));
      const place = at.field("spec").field("drivers");
      for (const value of spec.drivers ?? []) {
        const was = before.get(value.name);
        if (was !== undefined) immutable(value, was, place);
      }
    },
  }),
);

const capacity = members<storagev1.CSIStorageCapacity>({
  nodeTopology: labelSelector,
  storageClassName: text(named(dns1123Subdomain)),
  capacity: amountNotNegative,
});

export function csiStorageCapacity(dialect: Dialect): KindValidation {
  const deprecated = deprecatedLabels(dialect);
  const warned = (path: string, key: string, isShown: boolean): readonly string[] => {
    const reason = deprecated(key);
    return reason === undefined ? [] : [`nodeTopology.${path}: ${isShown ? `${key} is ` : ""}${reason}`];
  };
  return kind<storagev1.CSIStorageCapacity>({
    object: capacity,
    update: (object, old, at) => {
      immutable(object.nodeTopology, old.nodeTopology, at.field("nodeTopology"));
      immutable(object.storageClassName, old.storageClassName, at.field("storageClassName"));
    },
    warnings: ({ nodeTopology: { matchLabels = {}, matchExpressions = [] } = {} }) => [
      ...matchExpressions.flatMap(({ key }, i) => warned(`matchExpressions[${i}].key`, key, true)),
      ...sortedKeys(matchLabels).flatMap((key) => warned(`matchLabels.${key}`, key, false)),
    ],
  });
}
