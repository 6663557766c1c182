import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { restore } from "./status.ts";

interface Definition extends ApiObject {
  spec?: { versions?: readonly { readonly name?: string; readonly storage?: boolean }[] };
  status?: { storedVersions?: string[] };
}

/** Objects lie in every version that once was the one to store: the status remembers which. */
export const customResourceDefinition: Partial<Strategy> = {
  nameRule: () => [],
  prepareCreate: (object: Definition) => {
    object.status = {};
    remember(object);
  },
  prepareUpdate: (object: Definition, old: Definition) => {
    restore(object, old, "status");
    remember(object);
  },
};

function remember(object: Definition): void {
  const stored = object.status?.storedVersions ?? [];
  const current = (object.spec?.versions ?? []).find(({ storage }) => storage === true);
  if (current === undefined || stored.includes(current.name ?? "")) return;
  object.status = { ...object.status, storedVersions: [...stored, current.name ?? ""] };
}
