import type { JsonValue, ManagedFieldsEntry } from "@svc/meta";
import type { FieldSetParser } from "../fields-v1.ts";
import { sameJson } from "../value.ts";
import type { TrackedWrite } from "./endpoint.ts";
import { type Manager, readManagers } from "./managers.ts";

/** Parsers of field sets, by the origin of the set. */
export interface FieldSetParsers {
  /** Parses sets that clients sent. */
  readonly sent: FieldSetParser;
  /** Parses sets of stored objects. */
  readonly stored: FieldSetParser;
}

type Entries = JsonValue | undefined;

/**
 * The managers before a write: as sent by the client, if it may send any, else those
 * of the live object.
 */
export function managersBeforeUpdate(
  { parse }: { readonly parse: FieldSetParsers },
  { endpoint, live, next }: TrackedWrite,
): Map<string, Manager> {
  const sent = next.metadata.managedFields;
  const stored = live?.metadata.managedFields;
  if (endpoint.subresource === "") {
    if (isReset(sent, endpoint.version.semantics)) return new Map();
    const managers = sameJson(sent as Entries, stored as Entries)
      ? new Map<string, Manager>()
      : readOrNone(parse.sent, sent);
    if (managers.size > 0) return managers;
  }
  return readOrNone(parse.stored, stored);
}

/**
 * True for a list with a single empty entry, which clears all managers; of compiled-in types also
 * for an empty list.
 */
function isReset(
  entries: readonly ManagedFieldsEntry[] | undefined,
  semantics: TrackedWrite["endpoint"]["version"]["semantics"],
): boolean {
  if (entries === undefined || entries === null || entries.length > 1) return false;
  const [entry] = entries;
  if (entry === undefined) return semantics === "typed";
  return Object.values(entry).every((value) => (value ?? "") === "");
}

/** Malformed entries count as none. */
function readOrNone(parse: FieldSetParser, entries: readonly ManagedFieldsEntry[] | undefined): Map<string, Manager> {
  try {
    return readManagers(entries, parse);
  } catch (error) {
    if (error instanceof TypeError) return new Map();
    throw error;
  }
}
