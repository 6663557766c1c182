import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { templateGeneration } from "../defaults/apps.ts";
import { same } from "../validation/common/equal.ts";
import { dropGated } from "./gated-fields.ts";
import { clientMetadata, partOf, restore } from "./status.ts";

interface DaemonSet extends ApiObject {
  spec?: { template?: unknown };
}

function setGeneration({ metadata }: ApiObject, generation: number): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(generation) };
}

const drop = dropGated("apps", "DaemonSet");

export const daemonSet: Partial<Strategy> = {
  prepareCreate: (object) => {
    object["status"] = {};
    setGeneration(object, 1);
  },
  prepareUpdate: (object: DaemonSet, old: DaemonSet, { gates }) => {
    restore(object, old, "status");
    // A field that no gate lets in does not change the template.
    drop?.(object, old, gates);
    const before = Number(old.metadata.annotations?.[templateGeneration] ?? 0);
    setGeneration(object, same(object.spec?.template, old.spec?.template) ? before : before + 1);
  },
  subresources: {
    status: partOf(["status"], clientMetadata, {
      prepareUpdate: (object, old) =>
        setGeneration(object, Number(old.metadata.annotations?.[templateGeneration] ?? 0)),
    }),
  },
};
