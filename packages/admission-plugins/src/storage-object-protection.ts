import type { AdmissionPlugin } from "@svc/admission";
import type { Dialect } from "@svc/meta";

/**
 * Adds finalizers to volumes, claims and volume attributes classes, so that they are not removed
 * while in use. A controller removes the finalizers.
 */
export function storageObjectInUseProtection({ dialect }: { readonly dialect: Dialect }): AdmissionPlugin {
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
