import { type ApiObject, type Dialect, dns1123Label } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { clientMetadata, partOf, restore, restoreMetadata } from "./status.ts";

interface NamespaceObject extends ApiObject {
  spec?: { finalizers?: string[] };
  status?: { phase?: string };
}

/**
 * A namespace is removed in two steps: it becomes Terminating when it is deleted, and is removed
 * with the last finalizer of its spec, by the controller that emptied it.
 */
export function namespace(dialect: Dialect): Partial<Strategy> {
  const finalizersOf = (object: NamespaceObject): readonly string[] => object.spec?.finalizers ?? [];
  return {
    nameRule: dns1123Label,
    prepareCreate: (object: NamespaceObject) => {
      object.status = { phase: "Active" };
      const spec = (object.spec ??= {});
      if (!finalizersOf(object).includes(dialect.product)) spec.finalizers = [...finalizersOf(object), dialect.product];
    },
    // Defaults are set before the name is known.
    onNameGenerated: ({ metadata }) => {
      metadata.labels = { ...metadata.labels, [`${dialect.labelDomain}/metadata.name`]: metadata.name ?? "" };
    },
    prepareUpdate: (object, old) => {
      restore(object, old, "status");
      restore(object, old, "spec");
    },
    deletion: {
      finalizers: finalizersOf,
      onMarked: (object: NamespaceObject) => {
        object.status = { ...object.status, phase: "Terminating" };
      },
    },
    subresources: {
      status: partOf(["status"], clientMetadata),
      finalize: {
        prepareUpdate: (object, old) => {
          restore(object, old, "status");
          restoreMetadata(object, old, clientMetadata);
        },
      },
    },
  };
}
