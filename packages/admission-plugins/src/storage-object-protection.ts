import type { AdmissionPlugin } from "@svc/admission";
import { checkArgument } from "@svc/base/check";
import { type DialectOnly, dialectOnly } from "./options/dialect-only.ts";

/**
 * Adds finalizers to volumes, claims and volume attributes classes, so that they are not removed
 * while in use. A controller removes the finalizers.
 * @throws {TypeError} for a wrong argument
 */
export function storageObjectInUseProtection(options: DialectOnly): AdmissionPlugin {
  checkArgument("storageObjectInUseProtection: options", options, dialectOnly);
  const { dialect } = options;
  const finalizers = new Map([
    ["persistentvolumes", dialect.expand("{labels}/pv-protection")],
    ["persistentvolumeclaims", dialect.expand("{labels}/pvc-protection")],
    ["volumeattributesclasses", dialect.expand("{labels}/vac-protection")],
  ]);
  return {
    name: "StorageObjectInUseProtection",
    operations: ["CREATE"],
    resources: ["persistentvolumes", "persistentvolumeclaims", dialect.expand("volumeattributesclasses.storage.{api}")],
    mutate: ({ object, resource }) => {
      if (object === undefined) return;
      const finalizer = finalizers.get(resource.resource);
      const given = object.metadata.finalizers ?? [];
      if (finalizer !== undefined && !given.includes(finalizer)) object.metadata.finalizers = [...given, finalizer];
    },
  };
}
