import type { AdmissionPlugin } from "@svc/admission";
import { aBoolean, checkArgument, optional, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";

/** Options of {@link storageObjectInUseProtection}. */
export interface StorageObjectInUseProtectionOptions {
  readonly dialect: Dialect;
  /** Whether volume attributes classes are protected, too. @default true */
  readonly attributesClasses?: boolean;
}

const someOptions = optionsOf<StorageObjectInUseProtectionOptions>({
  dialect: aDialect,
  attributesClasses: optional(aBoolean),
});

/**
 * Adds finalizers to volumes, claims and volume attributes classes, so that they are not removed
 * while in use. A controller removes the finalizers.
 * @throws {TypeError} for a wrong argument
 */
export function storageObjectInUseProtection(options: StorageObjectInUseProtectionOptions): AdmissionPlugin {
  checkArgument("storageObjectInUseProtection: options", options, someOptions);
  const { dialect, attributesClasses = true } = options;
  const finalizers = new Map([
    ["persistentvolumes", dialect.expand("{labels}/pv-protection")],
    ["persistentvolumeclaims", dialect.expand("{labels}/pvc-protection")],
  ]);
  if (attributesClasses) finalizers.set("volumeattributesclasses", dialect.expand("{labels}/vac-protection"));
  return {
    name: "StorageObjectInUseProtection",
    operations: ["CREATE"],
    resources: ["persistentvolumes", "persistentvolumeclaims", dialect.expand("volumeattributesclasses.storage.{api}")],
    mutate: ({ object, resource }) => {
      if (object === undefined) return;
      const finalizer = finalizers.get(resource.resource);
      const present = object.metadata.finalizers ?? [];
      if (finalizer !== undefined && !present.includes(finalizer)) object.metadata.finalizers = [...present, finalizer];
    },
  };
}
