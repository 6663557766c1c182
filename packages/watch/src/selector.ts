import {
  everyField,
  everyLabel,
  type FieldSelector,
  type LabelSelector,
  matchesFields,
  matchesLabels,
} from "@svc/meta";
import type { Item } from "./item.ts";

/** The selection of a list or watch: a namespace, a name, labels, fields. */
export interface Selection {
  /** @default all namespaces */
  readonly namespace?: string | undefined;
  readonly labels: LabelSelector;
  /** May also require names and namespaces. */
  readonly fields: FieldSelector;
}

/** Selects everything. */
export const everything: Selection = { labels: everyLabel, fields: everyField };

/** True if a selection filters by more than its namespace. */
export function isFiltered({ labels, fields }: Selection): boolean {
  return labels.requirements.length > 0 || fields.requirements.length > 0;
}

/** True if a selection includes an item of the right namespace, or may include it. */
export function selects(selection: Selection, item: Item): boolean {
  if (matches(selection, item)) return true;
  return item.corrupt !== undefined && mayMatch(selection, item);
}

/** Only namespace and name of an unreadable item are known. */
function mayMatch({ fields }: Selection, item: Item): boolean {
  return fields.requirements.every(
    ({ field, op, value }) => !inKey(field) || (fieldOf(item, field) === value) === (op === "="),
  );
}

function inKey(field: string): boolean {
  return field === "metadata.name" || field === "metadata.namespace";
}

function matches({ labels, fields }: Selection, item: Item): boolean {
  if (fields.requirements.length > 0 && !matchesFields(fields, (field) => fieldOf(item, field))) return false;
  return labels.requirements.length === 0 || matchesLabels(labels, item.labels);
}

function fieldOf(item: Item, field: string): string {
  switch (field) {
    case "metadata.name":
      return item.name;
    case "metadata.namespace":
      return item.namespace;
    default:
      return item.fieldValue(field) ?? "";
  }
}

/** The single object that a selection with a required name can match. */
export function namedObject({
  namespace,
  fields,
}: Selection): { readonly namespace: string | undefined; readonly name: string } | undefined {
  let name: string | undefined;
  let within = namespace;
  for (const { field, op, value } of fields.requirements) {
    if (op !== "=") continue;
    if (field === "metadata.name") name = value;
    if (field === "metadata.namespace" && within === undefined) within = value;
  }
  return name === undefined ? undefined : { namespace: within, name };
}
