import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { same } from "../validation/shared/equal.ts";
import { clientMetadata, partOf, restore } from "./status.ts";

/** How often the template changed, which clients of old read. */
const generationKey = "deprecated.daemonset.template.generation";

interface DaemonSet extends ApiObject {
  spec?: { template?: unknown };
}

function setGeneration({ metadata }: ApiObject, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [generationKey]: String(generation) };
}

export const daemonSet: Partial<Strategy> = {
  prepareCreate: (object) => {
    object["status"] = {};
    setGeneration(object, 1);
  },
  prepareUpdate: (object: DaemonSet, old: DaemonSet) => {
    restore(object, old, "status");
    const before = Number(old.metadata.annotations?.[generationKey] ?? 0);
    setGeneration(object, same(object.spec?.template, old.spec?.template) ? before : before + 1);
  },
  subresources: {
    status: partOf(["status"], clientMetadata, {
      prepareUpdate: (object, old) => setGeneration(object, Number(old.metadata.annotations?.[generationKey] ?? 0)),
    }),
  },
};
