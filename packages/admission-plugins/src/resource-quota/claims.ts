import { compareQuantities, type Quantity } from "@svc/base";
import type { ApiObject, Dialect } from "@svc/meta";
import { type Counted, isWrite, nothing, one, quantityOf } from "./counted.ts";

interface Claim extends ApiObject {
  readonly spec?: {
    readonly storageClassName?: string | null;
    readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
  };
  readonly status?: { readonly allocatedResources?: Readonly<Record<string, string>> };
}

const names = ["count/persistentvolumeclaims", "persistentvolumeclaims", "requests.storage"];

/** Counts claims in total and for each storage class. */
export function countedClaim(dialect: Dialect): Counted {
  const ofClass = dialect.expand(".storageclass.storage.{api}/");
  const classAnnotation = dialect.expand("volume.beta.{labels}/storage-class");
  return {
    counts: (request) => isWrite(request, "CREATE", "UPDATE"),
    limits: (name) => names.includes(name) || name.includes(ofClass),
    usage: ({ metadata, spec, status }: Claim) => {
      const storage = storageOf(spec, status);
      const storageClass = metadata.annotations?.[classAnnotation] ?? spec?.storageClassName ?? "";
      const usage = new Map<string, Quantity>([
        ["count/persistentvolumeclaims", one],
        ["persistentvolumeclaims", one],
        ["requests.storage", storage],
      ]);
      if (storageClass !== "") {
        usage.set(`${storageClass}${ofClass}persistentvolumeclaims`, one);
        usage.set(`${storageClass}${ofClass}requests.storage`, storage);
      }
      return usage;
    },
  };
}

/**
 * The capacity allocated for a growing claim counts until the resize is known to have ended with
 * less.
 */
function storageOf(spec: Claim["spec"], status: Claim["status"]): Quantity {
  const requested = quantityOf(spec?.resources?.requests?.["storage"]) ?? nothing;
  const allocated = quantityOf(status?.allocatedResources?.["storage"]) ?? nothing;
  return compareQuantities(requested, allocated) < 0 ? allocated : requested;
}
