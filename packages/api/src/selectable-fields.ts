import type { ApiObject } from "@svc/meta";
import type { SelectableFields } from "@svc/schema";
import type { SelectorRow } from "./resource-facts.ts";

/** Functions that read fields whose value is not at their path. */
const special: ReadonlyMap<string, (object: ApiObject) => unknown> = new Map(
  Object.entries<(object: ApiObject) => unknown>({
    "status.podIP": (object) => (at(object, "status.podIPs") as readonly { ip?: string }[] | undefined)?.[0]?.ip,
    // Selectors take the field, but it has never had a value.
    "status.podIPs": () => undefined,
    "status.successful": (object) => at(object, "status.succeeded") ?? 0,
    "status.replicas": (object) => at(object, "status.replicas") ?? 0,
    "spec.hostNetwork": (object) => at(object, "spec.hostNetwork") ?? false,
    "spec.unschedulable": (object) => at(object, "spec.unschedulable") ?? false,
    source: (object) => at(object, "source.component") || at(object, "reportingComponent"),
  }),
);

/** Field names of newer versions, for kinds that are stored in an older one. */
const renamed: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ reportingController: "reportingComponent" }),
);

const generic: ReadonlySet<string> = new Set(["metadata.name", "metadata.namespace"]);

/**
 * Selectable fields from their row in the table.
 * @param isStorage whether `row` is of the version in which objects are stored
 */
export function selectableFields(row: SelectorRow, isStorage: boolean): SelectableFields {
  const own = row.fields.filter((field) => !generic.has(field));
  const stored = isStorage ? own : own.map(inStorage);
  const aliases = isStorage ? row.alias : Object.fromEntries(own.map((field, i) => [field, stored[i] ?? field]));
  return {
    fields: stored,
    values: (object) =>
      Object.fromEntries(
        stored.map((field) => {
          const value = (special.get(field) ?? ((o: ApiObject) => at(o, field)))(object);
          return [field, value === undefined || value === null ? "" : String(value)];
        }),
      ),
    ...(aliases === undefined ? {} : { aliases }),
    ...(isStorage ? {} : { renames: true }),
    ...(row.indexed === undefined ? {} : { indexed: row.indexed }),
    ...(row.error.startsWith("field label not supported: ")
      ? {}
      : { unsupportedMessage: row.error.replaceAll("<label>", "%s") }),
  };
}

/** Events of the newer group call the object that they are about by another name. */
function inStorage(field: string): string {
  return renamed.get(field) ?? field.replace(/^regarding\./, "involvedObject.");
}

function at(object: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], object);
}
