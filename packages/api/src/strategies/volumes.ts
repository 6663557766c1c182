import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { same } from "../validation/common/equal.ts";
import { dropGated } from "./gated-fields.ts";
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
        const [status, before] = [(object.status ??= {}), old.status ?? {}];
        const since = before.lastPhaseTransitionTime;
        if (status.phase !== before.phase && [undefined, since].includes(status.lastPhaseTransitionTime))
          status.lastPhaseTransitionTime = now;
        else if (since !== undefined) status.lastPhaseTransitionTime ??= since;
      },
    }),
  },
};

interface Driver extends ApiObject {
  spec?: unknown;
}

const dropGatedOfDriver = dropGated("storage", "CSIDriver");

/** The generation starts with the first change; a change of ignored fields does not count. */
export const csiDriver: Partial<Strategy> = {
  prepareUpdate: (object: Driver, old: Driver, { gates }) => {
    dropGatedOfDriver?.(object, old, gates);
    if (!same(object.spec, old.spec)) object.metadata.generation = (old.metadata.generation ?? 0) + 1;
  },
};
