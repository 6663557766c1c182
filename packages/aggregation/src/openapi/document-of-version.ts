import type { JsonObject } from "@svc/schema";
import { membersOf } from "../backends/read-backend.ts";

const prefix = "#/definitions/";

/** The part of an OpenAPI v2 document that is about paths below a root. */
export function documentOfVersion(document: unknown, root: string): JsonObject {
  const { paths, definitions } = membersOf(document);
  const kept = Object.entries(membersOf(paths)).filter(([path]) => path === root || path.startsWith(`${root}/`));
  const all = membersOf(definitions);
  const needed = new Set<string>();
  const pending: unknown[] = kept.map(([, item]) => item);
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === "object" && member !== null) pending.push(member);
      if (key !== "$ref" || typeof member !== "string" || !member.startsWith(prefix)) continue;
      const name = member.slice(prefix.length);
      if (needed.has(name)) continue;
      needed.add(name);
      if (all[name] !== undefined) pending.push(all[name]);
    }
  }
  const definitionsKept = Object.entries(all).filter(([name]) => needed.has(name));
  return { paths: Object.fromEntries(kept), definitions: Object.fromEntries(definitionsKept) } as JsonObject;
}
