import type { AdmissionPlugin, AdmissionRequest } from "./admission.ts";

/** The part of a request that decides which steps it goes through. */
type Target = Pick<AdmissionRequest, "resource" | "subresource">;

interface ResourceSteps<S> {
  readonly subresources: ReadonlyMap<string, readonly S[]>;
  /** For all other subresources. */
  readonly others: readonly S[];
}

/**
 * Finds the steps of a request, in their order: three lookups in maps, so that a step costs nothing
 * for resources that it does not concern. The maps of a resource are made by its first request.
 */
export function stepTable<S>(
  plugins: readonly AdmissionPlugin[],
  stepOf: (plugin: AdmissionPlugin) => S | undefined,
): (request: Target) => readonly S[] {
  const steps = (matches: (plugin: AdmissionPlugin) => boolean): readonly S[] =>
    plugins
      .filter(matches)
      .map(stepOf)
      .filter((step) => step !== undefined);
  const stepsOf = (named: string): ResourceSteps<S> => {
    const subresources = new Set(["", ...plugins.flatMap(({ resources = [] }) => subresourcesOf(named, resources))]);
    return {
      subresources: new Map([...subresources].map((sub) => [sub, steps((p) => concerns(p, named, sub))])),
      others: steps((plugin) => concerns(plugin, named, undefined)),
    };
  };
  /** Of resources that a step names; undefined for those without a request so far. */
  let groups: Map<string, Map<string, ResourceSteps<S> | undefined>> | undefined;
  let everywhere: readonly S[] | undefined;
  return ({ resource: { group, resource }, subresource }) => {
    groups ??= namedResources(plugins);
    const ofGroup = groups.get(group);
    let found = ofGroup?.get(resource);
    if (found === undefined && ofGroup?.has(resource) === true)
      ofGroup.set(resource, (found = stepsOf(group === "" ? resource : `${resource}.${group}`)));
    if (found === undefined) return (everywhere ??= steps(({ resources }) => resources === undefined));
    return found.subresources.get(subresource) ?? found.others;
  };
}

/** Every resource that a plugin names, by group. */
function namedResources(plugins: readonly AdmissionPlugin[]): Map<string, Map<string, undefined>> {
  const groups = new Map<string, Map<string, undefined>>();
  for (const { resources = [] } of plugins) {
    for (const name of resources) {
      const [resource, group] = splitAt(splitAt(name, "/")[0], ".");
      const ofGroup = groups.get(group);
      if (ofGroup === undefined) groups.set(group, new Map([[resource, undefined]]));
      else ofGroup.set(resource, undefined);
    }
  }
  return groups;
}

/** @param subresource undefined for one that is not named */
function concerns({ resources }: AdmissionPlugin, named: string, subresource: string | undefined): boolean {
  if (resources === undefined || resources.includes(`${named}/*`)) return true;
  return subresource !== undefined && resources.includes(subresource === "" ? named : `${named}/${subresource}`);
}

function subresourcesOf(named: string, resources: readonly string[]): readonly string[] {
  return resources.flatMap((name) => {
    const [resource, subresource] = splitAt(name, "/");
    return resource === named && subresource !== "*" ? [subresource] : [];
  });
}

function splitAt(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
