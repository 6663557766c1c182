import type { ApiObject, Dialect } from "@svc/meta";
import { age, isSet } from "./age.ts";
import { type Cells, type CellsOfKinds, cells, firstText } from "./cells.ts";

interface Volume extends ApiObject {
  readonly spec?: {
    readonly capacity?: { readonly storage?: string };
    readonly accessModes?: readonly string[];
    readonly persistentVolumeReclaimPolicy?: string;
    readonly claimRef?: { readonly namespace?: string; readonly name?: string };
    readonly storageClassName?: string;
    readonly volumeAttributesClassName?: string;
    readonly volumeMode?: string;
  };
  readonly status?: { readonly phase?: string; readonly reason?: string };
}

interface Claim extends ApiObject {
  readonly spec?: {
    readonly volumeName?: string;
    readonly storageClassName?: string;
    readonly volumeAttributesClassName?: string;
    readonly volumeMode?: string;
  };
  readonly status?: {
    readonly phase?: string;
    readonly capacity?: { readonly storage?: string };
    readonly accessModes?: readonly string[];
  };
}

interface StorageClass extends ApiObject {
  readonly provisioner?: string;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: string;
  readonly allowVolumeExpansion?: boolean;
}

interface VolumeAttributesClass extends ApiObject {
  readonly driverName?: string;
}

interface VolumeAttachment extends ApiObject {
  readonly spec?: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  };
  readonly status?: { readonly attached?: boolean };
}

interface CsiNode extends ApiObject {
  readonly spec?: { readonly drivers?: readonly object[] };
}

interface CsiDriver extends ApiObject {
  readonly spec?: {
    readonly attachRequired?: boolean;
    readonly podInfoOnMount?: boolean;
    readonly storageCapacity?: boolean;
    readonly requiresRepublish?: boolean;
    readonly tokenRequests?: readonly { readonly audience?: string }[];
    readonly volumeLifecycleModes?: readonly string[];
  };
}

export function volumeCells({ expand }: Dialect): Cells {
  const classAnnotation = expand("volume.beta.{labels}/storage-class");
  return cells((object: Volume, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    const { claimRef } = spec;
    return [
      metadata.name ?? "",
      spec.capacity?.storage ?? "0",
      accessModesText(spec.accessModes),
      spec.persistentVolumeReclaimPolicy ?? "",
      isSet(metadata.deletionTimestamp) ? "Terminating" : (status.phase ?? ""),
      claimRef === undefined ? "" : `${claimRef.namespace ?? ""}/${claimRef.name ?? ""}`,
      metadata.annotations?.[classAnnotation] ?? spec.storageClassName ?? "",
      spec.volumeAttributesClassName ?? "<unset>",
      status.reason ?? "",
      age(object, nowMs),
      spec.volumeMode ?? "<unset>",
    ];
  });
}

export function claimCells({ expand }: Dialect): Cells {
  const classAnnotation = expand("volume.beta.{labels}/storage-class");
  return cells((object: Claim, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    const { volumeName = "" } = spec;
    const isBound = volumeName !== "";
    return [
      metadata.name ?? "",
      isSet(metadata.deletionTimestamp) ? "Terminating" : (status.phase ?? ""),
      volumeName,
      isBound ? (status.capacity?.storage ?? "0") : "",
      isBound ? accessModesText(status.accessModes) : "",
      metadata.annotations?.[classAnnotation] ?? spec.storageClassName ?? "",
      spec.volumeAttributesClassName ?? "<unset>",
      age(object, nowMs),
      spec.volumeMode ?? "<unset>",
    ];
  });
}

const shortModes: Readonly<Record<string, string>> = {
  ReadWriteOnce: "RWO",
  ReadOnlyMany: "ROX",
  ReadWriteMany: "RWX",
  ReadWriteOncePod: "RWOP",
};

function accessModesText(modes: readonly string[] = []): string {
  return Object.entries(shortModes)
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(",");
}

export function storageCells({ expand }: Dialect): CellsOfKinds {
  const defaultClass = ["storageclass.{labels}", "storageclass.beta.{labels}"].map((domain) =>
    expand(`${domain}/is-default-class`),
  );
  const defaultAttributesClass = [expand("volumeattributesclass.alpha.{labels}/is-default-class")];
  return {
    StorageClass: cells((object: StorageClass, nowMs) => [
      classText(object, defaultClass),
      object.provisioner ?? "",
      object.reclaimPolicy ?? "Delete",
      object.volumeBindingMode ?? "Immediate",
      object.allowVolumeExpansion ?? false,
      age(object, nowMs),
    ]),

    VolumeAttributesClass: cells((object: VolumeAttributesClass, nowMs) => [
      classText(object, defaultAttributesClass),
      object.driverName ?? "",
      age(object, nowMs),
    ]),

    VolumeAttachment: cells((object: VolumeAttachment, nowMs) => {
      const { metadata, spec = {}, status = {} } = object;
      return [
        metadata.name ?? "",
        spec.attacher ?? "",
        spec.source?.persistentVolumeName ?? "",
        spec.nodeName ?? "",
        status.attached ?? false,
        age(object, nowMs),
      ];
    }),

    CSINode: cells((object: CsiNode, nowMs) => [
      object.metadata.name ?? "",
      object.spec?.drivers?.length ?? 0,
      age(object, nowMs),
    ]),

    CSIDriver: cells((object: CsiDriver, nowMs) => {
      const { metadata, spec = {} } = object;
      return [
        metadata.name ?? "",
        spec.attachRequired ?? true,
        spec.podInfoOnMount ?? false,
        spec.storageCapacity ?? false,
        spec.tokenRequests?.map(({ audience = "" }) => audience).join(",") ?? "<unset>",
        spec.requiresRepublish ?? false,
        firstText(spec.volumeLifecycleModes?.join(","), "<none>"),
        age(object, nowMs),
      ];
    }),
  };
}

/** The name of a class, marked if the class is the default. */
function classText({ metadata }: ApiObject, annotations: readonly string[]): string {
  const isDefault = annotations.some((annotation) => metadata.annotations?.[annotation] === "true");
  return `${metadata.name ?? ""}${isDefault ? " (default)" : ""}`;
}
