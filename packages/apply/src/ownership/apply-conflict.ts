import { quote, StatusError } from "@svc/meta";
import { type FieldSet, pathsOf } from "../field-set.ts";
import { compareText } from "../json-text.ts";
import type { ManagerIdentity, Managers } from "./managers.ts";

/** A field that another manager owns. */
export interface Conflict {
  readonly manager: ManagerIdentity;
  /** `.spec.containers[name="a"].image` */
  readonly path: string;
}

/** The conflicts of an apply, manager by manager in the order of their ids. */
export function conflictsOf(managers: Managers, overlap: ReadonlyMap<string, FieldSet>): Conflict[] {
  const ids = [...overlap.keys()].sort(compareText);
  return ids.flatMap((id) => {
    const owner = managers.get(id);
    const fields = overlap.get(id);
    if (owner === undefined || fields === undefined) return [];
    const { name, operation, apiVersion, subresource } = owner;
    const manager: ManagerIdentity = { name, operation, apiVersion, subresource };
    return pathsOf(fields).map((path) => ({ manager, path }));
  });
}

/** The response to an apply with conflicts. */
export function conflictError(conflicts: readonly Conflict[]): StatusError {
  return new StatusError({
    code: 409,
    reason: "Conflict",
    message: messageOf(conflicts),
    details: {
      causes: conflicts.map(({ manager, path }) => ({
        reason: "FieldManagerConflict",
        message: `conflict with ${managerText(manager)}`,
        field: path,
      })),
    },
  });
}

function messageOf(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (conflicts.length === 1 && first !== undefined)
    return `Apply failed with 1 conflict: conflict with ${managerText(first.manager)}: ${first.path}`;
  const lines: string[] = [];
  let before: ManagerIdentity | undefined;
  for (const { manager, path } of conflicts) {
    if (manager !== before) lines.push(`conflicts with ${managerText(manager)}:`);
    lines.push(`- ${path}`);
    before = manager;
  }
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join("\n")}`;
}

/** An applying manager is the same in all versions. */
function managerText({ name, operation, apiVersion, subresource }: ManagerIdentity): string {
  const through = subresource === "" ? "" : ` with subresource ${quote(subresource)}`;
  return `${quote(name)}${through}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}
