import {
  type Container,
  type Limit,
  type LimitRange,
  limitsOf,
  type Pod,
  type Requirements,
  type ResourceList,
} from "./limit-range.ts";

/**
 * Sets the missing requests and limits of containers.
 * @returns a description of each value set, for the annotation: `cpu request for container web`
 */
export function setContainerDefaults({ spec }: Pod, ranges: readonly LimitRange[]): readonly string[] {
  const defaults = limitsOf(ranges, "Container");
  if (defaults.length === 0) return [];
  return [
    ...(spec?.containers ?? []).flatMap((c) => fill(c, "container", defaults)),
    ...(spec?.initContainers ?? []).flatMap((c) => fill(c, "init container", defaults)),
  ];
}

function fill(container: Container, what: string, defaults: readonly Limit[]): readonly string[] {
  const descriptions: string[] = [];
  const members = [
    ["requests", "defaultRequest", "request"],
    ["limits", "default", "limit"],
  ] as const;
  for (const [member, from, word] of members) {
    const resources = (container.resources ??= {});
    const set = [...new Set(defaults.flatMap((limit) => fillMissing(resources, member, limit[from])))].sort();
    if (set.length > 0) descriptions.push(`${set.join(", ")} ${word} for ${what} ${container.name}`);
  }
  return descriptions;
}

function fillMissing(resources: Requirements, member: keyof Requirements, from: ResourceList = {}): readonly string[] {
  const missing = Object.keys(from).filter((name) => resources[member]?.[name] === undefined);
  if (missing.length > 0) {
    resources[member] = {
      ...Object.fromEntries(missing.map((name) => [name, from[name] ?? ""])),
      ...resources[member],
    };
  }
  return missing;
}
