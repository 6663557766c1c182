import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { partOf, restore } from "./status.ts";

interface Node extends ApiObject {
  spec?: { configSource?: unknown };
  status?: { config?: unknown };
}

/**
 * The strategy of nodes. The deprecated `configSource` is kept only where the stored object has it.
 */
export const node: Partial<Strategy> = {
  prepareCreate: ({ spec, status }: Node) => {
    delete spec?.configSource;
    delete status?.config;
  },
  prepareUpdate: (object: Node, old: Node) => {
    restore(object, old, "status");
    if (old.spec?.configSource === undefined) delete object.spec?.configSource;
  },
  subresources: {
    status: partOf(["status"], ["labels", "annotations", "finalizers", "ownerReferences"], {
      prepareUpdate: (object: Node, old: Node) => {
        if (old.status?.config === undefined) delete object.status?.config;
      },
    }),
  },
};
