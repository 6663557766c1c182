import type { ApiObject, Dialect } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { restore } from "./status.ts";

interface Condition {
  readonly type?: string;
  readonly lastTransitionTime?: string;
}

interface Definition extends ApiObject {
  spec?: { versions?: readonly { readonly name?: string; readonly storage?: boolean }[] };
  status?: { storedVersions?: string[]; conditions?: Condition[] };
}

/**
 * Records in the status every version that was once the stored one, since objects may still have
 * it. A finalizer keeps the definition until the server has deleted all objects.
 */
export function customResourceDefinition({ expand }: Dialect): Partial<Strategy> {
  return {
    nameRule: () => [],
    prepareCreate: (object: Definition) => {
      object.status = {};
      remember(object);
    },
    prepareUpdate: (object: Definition, old: Definition) => {
      restore(object, old, "status");
      remember(object);
    },
    deletion: {
      cleanup: [expand("customresourcecleanup.apiextensions.{api}")],
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
