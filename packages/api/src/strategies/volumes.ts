import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { same } from "../validation/shared/equal.ts";
import { clientMetadata, partOf } from "./status.ts";

interface Volume extends ApiObject {
  status?: { phase?: string; lastPhaseTransitionTime?: string };
}

/** A volume begins as pending, and remembers since when it is in its phase. */
export const persistentVolume: Partial<Strategy> = {
  prepareCreate: (object, { now }) => {
    object["status"] = { phase: "Pending", lastPhaseTransitionTime: now };
  },
  subresources: {
    status: partOf(["status"], clientMetadata, {
      prepareUpdate: (object: Volume, old: Volume, { now }) => {
        const [{ phase, lastPhaseTransitionTime: time }, before] = [(object.status ??= {}), old.status ?? {}];
        if (phase !== before.phase && (time === undefined || time === before.lastPhaseTransitionTime))
          object.status.lastPhaseTransitionTime = now;
      },
    }),
  },
};

interface Driver extends ApiObject {
  spec?: unknown;
}

/** Generations of drivers begin with the first change. */
export const csiDriver: Partial<Strategy> = {
  prepareUpdate: (object: Driver, old: Driver) => {
    if (!same(object.spec, old.spec)) object.metadata.generation = (old.metadata.generation ?? 0) + 1;
  },
};
