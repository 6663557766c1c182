import type { AdmissionPlugin, AdmissionRequest } from "./admission.ts";

/** What is asked of a request that a step is for. */
type Asked = Pick<AdmissionRequest, "resource" | "subresource">;

interface ResourceSteps<S> {
  readonly subresources: ReadonlyMap<string, readonly S[]>;
  /** For all other subresources. */
  readonly others: readonly S[];
}

/**
 * Finds the steps that a request goes through, in their order: three looks into maps that are put
 * together once, so that a step costs nothing where it is not concerned.
 */
export function stepTable<S>(
  plugins: readonly AdmissionPlugin[],
  stepOf: (plugin: AdmissionPlugin) => S | undefined,
): (request: Asked) => readonly S[] {
  const steps = (matches: (plugin: AdmissionPlugin) => boolean): readonly S[] =>
    plugins
      .filter(matches)
      .map(stepOf)
      .filter((step) => step !== undefined);
  const groups = new Map<string, Map<string, ResourceSteps<S>>>();
  for (const named of new Set(plugins.flatMap(({ resources = [] }) => resources.map(resourceOf)))) {
    const [resource, group] = splitAt(named, ".");
    const subresources = new Set(["", ...plugins.flatMap(({ resources = [] }) => subresourcesOf(named, resources))]);
    const ofGroup = groups.get(group) ?? new Map<string, ResourceSteps<S>>();
    groups.set(group, ofGroup);
    ofGroup.set(resource, {
      subresources: new Map([...subresources].map((sub) => [sub, steps((p) => concerns(p, named, sub))])),
      others: steps((plugin) => concerns(plugin, named, undefined)),
    });
  }
  const everywhere = steps(({ resources }) => resources === undefined);
  return ({ resource: { group, resource }, subresource }) => {
    const found = groups.get(group)?.get(resource);
    return found === undefined ? everywhere : (found.subresources.get(subresource) ?? found.others);
  };
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

function resourceOf(name: string): string {
  return splitAt(name, "/")[0];
}

function splitAt(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
