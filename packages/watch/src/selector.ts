import { everyField, everyLabel, type FieldSelector, type LabelSelector, matchesLabels } from "@svc/meta";
import type { Item } from "./item.ts";

/** What a list or a watch wants of a resource: a namespace, a name, labels, fields. */
export interface Selection {
  /** @default all namespaces */
  readonly namespace?: string | undefined;
  readonly labels: LabelSelector;
  /** Names and namespaces may be required here too. */
  readonly fields: FieldSelector;
}

export const everything: Selection = { labels: everyLabel, fields: everyField };

/** Whether a selection narrows by more than its namespace. */
export function isFiltered({ labels, fields }: Selection): boolean {
  return labels.requirements.length > 0 || fields.requirements.length > 0;
}

/** Whether an item is wanted, or may be; its namespace is taken to be right. */
export function selects(selection: Selection, item: Item): boolean {
  if (matches(selection, item)) return true;
  return item.corrupt !== undefined && mayMatch(selection, item);
}

/** Of an item that cannot be read, only namespace and name are known. */
function mayMatch({ fields }: Selection, item: Item): boolean {
  return fields.requirements.every(
    ({ field, op, value }) => !inKey(field) || (fieldOf(item, field) === value) === (op === "="),
  );
}

function inKey(field: string): boolean {
  return field === "metadata.name" || field === "metadata.namespace";
}

function matches({ labels, fields }: Selection, item: Item): boolean {
  for (const { field, op, value } of fields.requirements) {
    if ((fieldOf(item, field) === value) !== (op === "=")) return false;
  }
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

/**
 * The single object that a selection can only mean, if it requires a name: [namespace or undefined,
 * name].
 */
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
