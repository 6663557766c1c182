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
    binding: { prepareUpdate: () => undefined, keepsGeneration: true },
    resize: {
      prepareUpdate: (object: PodObject, old: PodObject) => {
        const resized = resourcesByName(object);
        restoreAllBut(object, old);
        const spec = structuredClone(old.spec ?? {}) as Spec;
        for (const list of [spec.containers, spec.initContainers])
          for (const container of list ?? []) {
            const resources = resized.get(container.name ?? "");
            if (resources !== undefined) container.resources = resources;
          }
        object.spec = spec;
      },
    },
  },
};

interface Spec extends NonNullable<PodObject["spec"]> {
  containers?: { name?: string; resources?: unknown }[];
  initContainers?: { name?: string; resources?: unknown }[];
}

function resourcesByName({ spec }: PodObject): ReadonlyMap<string, unknown> {
  const { containers = [], initContainers = [] } = (spec ?? {}) as Spec;
  return new Map([...containers, ...initContainers].map((c) => [c.name ?? "", c.resources]));
}

/** Status and metadata as they were; what owns fields is tracked already. */
function restoreAllBut(object: PodObject, old: PodObject): void {
  restore(object, old, "status");
  const { managedFields, resourceVersion } = object.metadata;
  object.metadata = { ...old.metadata };
  if (managedFields !== undefined) object.metadata.managedFields = managedFields;
  if (resourceVersion !== undefined) object.metadata.resourceVersion = resourceVersion;
}
