import { isMembers, type Members } from "./fill.ts";

/** The labels of what an object's `spec.template` makes; undefined where there are none. */
export function templateLabels({ spec }: Members): Members | undefined {
  const template = isMembers(spec) ? spec["template"] : undefined;
  const metadata = isMembers(template) ? template["metadata"] : undefined;
  const labels = isMembers(metadata) ? metadata["labels"] : undefined;
  return isMembers(labels) && !isEmpty(labels) ? labels : undefined;
}

/** Gives an object labels, where it has none. */
export function labelsFrom(labels: Members, { metadata }: Members): void {
  if (isMembers(metadata) && isUnset(metadata["labels"])) metadata["labels"] = { ...labels };
}

/** In older versions workloads without selector and labels get those of their template. */
export function selectorAndLabelsFromTemplate(object: Members): void {
  const labels = templateLabels(object);
  const { spec } = object;
  if (labels === undefined || !isMembers(spec)) return;
  if (isUnset(spec["selector"])) spec["selector"] = { ...labels };
  labelsFrom(labels, object);
}

function isUnset(map: unknown): boolean {
  return !isMembers(map) || isEmpty(map);
}

function isEmpty(map: Members): boolean {
  for (const _name in map) return false;
  return true;
}
