import { everyField, everyLabel } from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import type { ResourceDefinition } from "@svc/schema";
import { itemsOf } from "@svc/watch";
import type { BootstrapWriter } from "../bootstrap/bootstrap.ts";

const selectors = { labels: everyLabel, fields: everyField };
const everywhere = { namespace: undefined, selectors } as const;
const latest = { kind: "latest" } as const;

/** Deletes every object of a type. @returns how many hold on, because of finalizers */
export async function removeInstances(
  { parts: { registry }, context }: BootstrapWriter,
  definition: ResourceDefinition,
): Promise<number> {
  const version = definition.versions.find(({ version }) => version === definition.storage?.version);
  if (version === undefined) throw new TypeError(`${definition.resource} has no version in which it is stored`);
  const endpoint: Endpoint = { definition, version, subresource: "" };
  await registry.deleteCollection(endpoint, context, { ...everywhere, at: () => latest, options: {} });
  const left = await registry.list(endpoint, { ...everywhere, at: latest });
  return [...itemsOf(left.slices)].length;
}
