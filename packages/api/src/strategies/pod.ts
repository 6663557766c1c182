import type { ApiObject, Dialect } from "@svc/meta";
import type { Strategy, WriteContext } from "@svc/schema";
import { fillAppArmor } from "./app-armor.ts";
import { selectByOwnLabels, waitForGates } from "./pod-create.ts";
import { qosClassOf } from "./pod-qos.ts";
import { partOf, restore, restoreMetadata } from "./status.ts";

interface PodObject extends ApiObject {
  spec?: { nodeName?: string; terminationGracePeriodSeconds?: number; ephemeralContainers?: unknown };
  status?: Record<string, unknown> & { phase?: string; qosClass?: string };
}

const defaultGraceSeconds = 30;

export function pod(dialect: Dialect): Partial<Strategy> {
  const appArmor = fillAppArmor(dialect);
  return {
    ...podStrategy,
    prepareCreate: (object, context) => {
      prepareCreate(object, context);
      for (const text of appArmor(object)) context.warn(text);
    },
  };
}

function prepareCreate(object: PodObject, context: WriteContext): void {
  object.status = { phase: "Pending", qosClass: qosClassOf(object) };
  waitForGates(object, context);
  if (context.gates.enabled("MatchLabelKeysInPodAffinity")) selectByOwnLabels(object);
}

const podStrategy: Partial<Strategy> = {
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
        if (old.metadata.deletionTimestamp === undefined) delete object.metadata.deletionTimestamp;
        // A status without the class would lose a value that cannot be changed.
        if (object.status !== undefined && (object.status.qosClass ?? "") === "" && old.status?.qosClass !== undefined)
          object.status.qosClass = old.status.qosClass;
      },
    }),
    ephemeralcontainers: {
      metadataChecks: ["change", "object"],
      prepareUpdate: (object: PodObject, old: PodObject) => {
        const requested = object.spec?.ephemeralContainers;
        restoreAllBut(object, old);
        const { ephemeralContainers: _, ...others } = old.spec ?? {};
        object.spec = requested === undefined ? others : { ...others, ephemeralContainers: requested };
      },
    },
    // A binding sets exactly the fields that it changes.
    binding: { prepareUpdate: () => undefined, keepsGeneration: true },
    resize: {
      metadataChecks: ["change", "object"],
      prepareUpdate: (object: PodObject, old: PodObject) => {
        const { containers, initContainers } = (object.spec ?? {}) as Spec;
        restoreAllBut(object, old);
        const spec = structuredClone(old.spec ?? {}) as Spec;
        resize(spec, "containers", containers);
        resize(spec, "initContainers", initContainers);
        object.spec = spec;
      },
    },
  },
};

interface SpecContainer {
  name?: string;
  resources?: unknown;
  resizePolicy?: unknown;
}

interface Spec extends NonNullable<PodObject["spec"]> {
  containers?: SpecContainer[];
  initContainers?: SpecContainer[];
}

/**
 * Copies the members that a resize may change. Added, removed and reordered containers are left to
 * validation.
 */
function resize(spec: Spec, list: "containers" | "initContainers", requested: SpecContainer[] | undefined): void {
  const current = spec[list];
  if ((requested ?? []).length !== (current ?? []).length) {
    if (requested === undefined) delete spec[list];
    else spec[list] = requested;
    return;
  }
  for (const [i, container] of (current ?? []).entries())
    for (const field of ["name", "resources", "resizePolicy"] as const) {
      const value = requested?.[i]?.[field];
      if (value === undefined) delete container[field];
      else container[field] = value as never;
    }
}

/** Status and metadata as they were. */
function restoreAllBut(object: PodObject, old: PodObject): void {
  restore(object, old, "status");
  restoreMetadata(object, old, []);
}
