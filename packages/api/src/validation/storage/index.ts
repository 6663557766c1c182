import type { Dialect } from "@svc/meta";
import type { KindValidation } from "../common/kind-validation.ts";
import { storageClass, volumeAttributesClass } from "./classes.ts";
import { csiDriver, csiNode, csiStorageCapacity } from "./csi.ts";
import { volumeAttachment } from "./volume-attachment.ts";

export function storageValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return {
    CSIDriver: csiDriver,
    CSINode: csiNode,
    CSIStorageCapacity: csiStorageCapacity(dialect),
    StorageClass: storageClass(dialect),
    VolumeAttachment: volumeAttachment(dialect),
    VolumeAttributesClass: volumeAttributesClass,
  };
}
