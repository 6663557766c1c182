import type { AdmissionPlugin } from "@svc/admission";
import type { Dialect } from "@svc/meta";

/**
 * What is in use is not gone before its user is: volumes, claims and classes of volumes get a
 * finalizer that a controller takes away.
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
