import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { qosClassOf } from "./pod-qos.ts";
import { partOf, restore } from "./status.ts";

interface PodObject extends ApiObject {
  spec?: { nodeName?: string; terminationGracePeriodSeconds?: number; ephemeralContainers?: unknown };
  status?: Record<string, unknown> & { phase?: string; qosClass?: string };
}

const defaultGraceSeconds = 30;

export const pod: Partial<Strategy> = {
  prepareCreate: (object: PodObject) => {
    object.status = { phase: "Pending", qosClass: qosClassOf(object) };
  },
  deletion: {
    returnsObject: true,
    graceSeconds: ({ spec, status }: PodObject, requested) => {
      const done = status?.phase === "Failed" || status?.phase === "Succeeded";
      if ((spec?.nodeName ?? "") === "" || done) return 0;
      return requested ?? spec?.terminationGracePeriodSeconds ?? defaultGraceSeconds;
    },
  },
  subresources: {
    status: partOf(["status"], ["labels", "annotations", "finalizers"], {
      prepareUpdate: (object: PodObject, old: PodObject) => {
        // A status without the class would lose what nobody can change.
        if (object.status !== undefined && (object.status.qosClass ?? "") === "" && old.status?.qosClass !== undefined)
          object.status.qosClass = old.status.qosClass;
      },
    }),
    ephemeralcontainers: {
      prepareUpdate: (object: PodObject, old: PodObject) => {
        const asked = object.spec?.ephemeralContainers;
        restoreAllBut(object, old);
        const spec: Record<string, unknown> = { ...(old.spec ?? {}) };
        if (asked === undefined) delete spec["ephemeralContainers"];
        else spec["ephemeralContainers"] = asked;
        object.spec = spec;
      },
    },
    // What binds a pod to a node says exactly what changes.
    binding: { prepareUpdate: () => undefined },
    resize: {
      prepareUpdate: (object: PodObject, old: PodObject) => {
        restore(object, old, "status");
      },
    },
  },
};

/** Status and metadata as they were; what owns fields is tracked already. */
function restoreAllBut(object: PodObject, old: PodObject): void {
  restore(object, old, "status");
  const { managedFields, resourceVersion } = object.metadata;
  object.metadata = { ...old.metadata };
  if (managedFields !== undefined) object.metadata.managedFields = managedFields;
  if (resourceVersion !== undefined) object.metadata.resourceVersion = resourceVersion;
}
