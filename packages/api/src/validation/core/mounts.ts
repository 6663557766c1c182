import type { corev1 as core } from "@svc/types";
import { oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { climbs, descendingPath } from "./paths.ts";
import type { Volumes } from "./volumes.ts";

/**
 * Validates the volume mounts and the volume devices of a container, whose paths must differ.
 */
export function mounts(container: core.Container, at: FieldPath, volumes: Volumes): void {
  const { volumeMounts, volumeDevices } = container;
  if (volumeMounts !== undefined) directories(container, at.field("volumeMounts"), volumes);
  if (volumeDevices !== undefined) devices(container, at.field("volumeDevices"), volumes);
}

/** Validates volume mounts. Errors of some fields have the path of the list. */
function directories(container: core.Container, list: FieldPath, volumes: Volumes): void {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const paths = new Set<string>();
  const deviceNames = new Set(volumeDevices.map((device) => device.name));
  const devicePaths = new Set(volumeDevices.map((device) => device.devicePath));
  for (const [i, mount] of volumeMounts.entries()) {
    const { name = "", mountPath = "", subPath = "", subPathExpr = "" } = mount;
    const at = list.item(i);
    if (name === "") at.field("name").required();
    if (!volumes.has(name)) at.field("name").notFound(name);
    if (mountPath === "") at.field("mountPath").required();
    if (paths.has(mountPath)) at.field("mountPath").invalid(mountPath, "must be unique");
    paths.add(mountPath);
    if (deviceNames.has(name)) at.field("name").invalid(name, "must not already exist in volumeDevices");
    if (devicePaths.has(mountPath))
      at.field("mountPath").invalid(mountPath, "must not already exist as a path in volumeDevices");
    if (subPath !== "") descendingPath(subPath, list.field("subPath"));
    if (subPathExpr !== "") {
      if (subPath !== "")
        at.field("subPathExpr").invalid(subPathExpr, "subPathExpr and subPath are mutually exclusive");
      descendingPath(subPathExpr, list.field("subPathExpr"));
    }
    propagation(mount, container, list);
    recursiveReadOnly(mount, list.field("recursiveReadOnly"));
  }
}

const propagations = oneOf("Bidirectional", "HostToContainer", "None");

function propagation({ mountPropagation }: core.VolumeMount, container: core.Container, list: FieldPath): void {
  if (mountPropagation === undefined) return;
  const at = list.field("mountPropagation");
  propagations(mountPropagation, at);
  if (mountPropagation === "Bidirectional" && container.securityContext?.privileged !== true)
    at.forbidden("Bidirectional mount propagation is available only to privileged containers");
}

function recursiveReadOnly(
  { recursiveReadOnly: mode, readOnly, mountPropagation }: core.VolumeMount,
  at: FieldPath,
): void {
  switch (mode) {
    case undefined:
    case "Disabled":
      return;
    case "Enabled":
    case "IfPossible":
      if (readOnly !== true) at.forbidden("may only be specified when readOnly is true");
      if (mountPropagation !== undefined && mountPropagation !== "None")
        at.forbidden("may only be specified when mountPropagation is None or not specified");
      return;
    default:
      at.notSupported(mode, ["Disabled", "Enabled", "IfPossible"]);
  }
}

function devices({ volumeMounts = [], volumeDevices = [] }: core.Container, list: FieldPath, volumes: Volumes): void {
  const names = new Set<string>();
  const paths = new Set<string>();
  const mountNames = new Set(volumeMounts.map((mount) => mount.name));
  const mountPaths = new Set(volumeMounts.map((mount) => mount.mountPath));
  for (const [i, { name = "", devicePath = "" }] of volumeDevices.entries()) {
    const at = list.item(i);
    const volume = volumes.get(name);
    if (name === "") at.field("name").required();
    if (names.has(name)) at.field("name").invalid(name, "must be unique");
    if (volume === undefined) at.field("name").notFound(name);
    else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined)
      at.field("name").invalid(
        name,
        "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode",
      );
    if (devicePath === "") at.field("devicePath").required();
    if (paths.has(devicePath)) at.field("devicePath").invalid(devicePath, "must be unique");
    if (climbs(devicePath)) at.field("devicePath").invalid(devicePath, "can not contain backsteps ('..')");
    else paths.add(devicePath);
    if (mountNames.has(name)) at.field("name").invalid(name, "must not already exist in volumeMounts");
    if (mountPaths.has(devicePath))
      at.field("devicePath").invalid(devicePath, "must not already exist as a path in volumeMounts");
    if (name !== "") names.add(name);
  }
}
