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
        const { containers = [], initContainers = [] } = (object.spec ?? {}) as Spec;
        const spec = structuredClone(old.spec ?? {}) as Spec;
        const lists = [
          { requested: containers, current: spec.containers ?? [] },
          { requested: initContainers, current: spec.initContainers ?? [] },
        ] as const;
        // Added, removed, renamed and reordered containers are left to validation.
        if (lists.some(({ requested, current }) => requested.length !== current.length)) return;
        restoreAllBut(object, old);
        for (const list of lists) if (namedAlike(list)) resize(list);
        if (!namedAlike(lists[0])) spec.containers = containers;
        if (!namedAlike(lists[1])) spec.initContainers = initContainers;
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

interface ResizedList {
  readonly requested: readonly SpecContainer[];
  readonly current: readonly SpecContainer[];
}

function namedAlike({ requested, current }: ResizedList): boolean {
  return requested.every(({ name }, i) => name === current[i]?.name);
}

/** Copies the members that a resize may change. */
function resize({ requested, current }: ResizedList): void {
  for (const [i, container] of current.entries())
    for (const field of ["resources", "resizePolicy"] as const) {
      const value = requested[i]?.[field];
      if (value === undefined) delete container[field];
      else container[field] = value;
    }
}

/** Status and metadata as they were. */
function restoreAllBut(object: PodObject, old: PodObject): void {
  restore(object, old, "status");
  restoreMetadata(object, old, []);
}
