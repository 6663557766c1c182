import type { ApiObject, Dialect } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import type { SchemaNode } from "../validation/apiextensions/schema-node.ts";
import { pruneDefaultMetadata } from "./default-metadata.ts";
import { restore } from "./status.ts";

interface Condition {
  readonly type?: string;
  readonly lastTransitionTime?: string;
}

interface Version {
  readonly name?: string;
  readonly storage?: boolean;
  readonly schema?: { readonly openAPIV3Schema?: SchemaNode };
}

interface Definition extends ApiObject {
  spec?: { versions?: readonly Version[] };
  status?: { storedVersions?: string[]; conditions?: Condition[] };
}

/**
 * Records in the status every version that was once the stored one, since objects may still have
 * it. A finalizer keeps the definition until the server has deleted all objects.
 */
export function customResourceDefinition(dialect: Dialect): Partial<Strategy> {
  const pruneSchema = pruneDefaultMetadata(dialect);
  const prune = ({ spec }: Definition): void => {
    for (const { schema } of spec?.versions ?? [])
      if (schema?.openAPIV3Schema !== undefined) pruneSchema(schema.openAPIV3Schema);
  };
  return {
    nameRule: () => [],
    prepareCreate: (object: Definition) => {
      object.status = {};
      remember(object);
      prune(object);
    },
    prepareUpdate: (object: Definition, old: Definition) => {
      restore(object, old, "status");
      remember(object);
      prune(object);
    },
    deletion: {
      cleanup: [dialect.expand("customresourcecleanup.apiextensions.{api}")],
      onMarked: (object: Definition, { now }) => {
        const others = (object.status?.conditions ?? []).filter(({ type }) => type !== "Terminating");
        object.status = { ...object.status, conditions: [...others, { ...pending, lastTransitionTime: now }] };
      },
    },
  };
}

const pending = {
  type: "Terminating",
  status: "True",
  reason: "InstanceDeletionPending",
  message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
} as const satisfies Condition & Readonly<Record<string, string>>;

function remember(object: Definition): void {
  const stored = object.status?.storedVersions ?? [];
  const current = (object.spec?.versions ?? []).find(({ storage }) => storage === true);
  if (current === undefined || stored.includes(current.name ?? "")) return;
  object.status = { ...object.status, storedVersions: [...stored, current.name ?? ""] };
}
