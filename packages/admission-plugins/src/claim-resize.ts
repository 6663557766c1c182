import { type AdmissionPlugin, forbidden } from "@svc/admission";
import { compareQuantities, parseQuantity } from "@svc/base";
import { aFunction, checkArgument, optionsOf } from "@svc/base/check";
import type { ApiObject } from "@svc/meta";
import { field, text } from "./objects/fields.ts";

/** Options of the admission step that checks resizes of persistent volume claims. */
export interface ClaimResizeOptions {
  /** From memory. */
  readonly storageClass: (name: string) => ApiObject | undefined | Promise<ApiObject | undefined>;
}

const claimResizeOptions = optionsOf<ClaimResizeOptions>({
  storageClass: aFunction,
});

/**
 * Claims grow only where their class says that they can.
 * @throws {TypeError} for a wrong argument
 */
export function persistentVolumeClaimResize(options: ClaimResizeOptions): AdmissionPlugin {
  checkArgument("persistentVolumeClaimResize: options", options, claimResizeOptions);
  const { storageClass } = options;
  return {
    name: "PersistentVolumeClaimResize",
    operations: ["UPDATE"],
    resources: ["persistentvolumeclaims"],
    validate: (request) => {
      const { object, oldObject } = request;
      if (!grows(object, oldObject)) return undefined;
      const check = (found: ApiObject | undefined): void => {
        if (field(found, "allowVolumeExpansion") === true) return;
        throw forbidden(
          request,
          "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize",
        );
      };
      const className = text(oldObject, "spec", "storageClassName");
      const found = className === "" ? undefined : storageClass(className);
      return found instanceof Promise ? found.then(check) : check(found);
    },
  };
}

function grows(object: unknown, old: unknown): boolean {
  const [next, before] = [object, old].map((of) => parseQuantity(text(of, "spec", "resources", "requests", "storage")));
  return next !== undefined && before !== undefined && compareQuantities(next, before) > 0;
}
