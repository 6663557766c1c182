import { localAvailability } from "@svc/api";
import type { ApiObject } from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import type { BootstrapWriter } from "../bootstrap/bootstrap.ts";
import { cachedObjects } from "../cached-object.ts";
import type { Following } from "../follow.ts";
import { type Backend, backendProblem } from "./backend.ts";
import { type Condition, type Said, withCondition } from "./conditions.ts";
import { type KeptObjects, keepObjects, onChanges, type Upkeep } from "./kept-objects.ts";

interface ApiService extends ApiObject {
  readonly spec?: { readonly service?: Backend; readonly group?: string; readonly version?: string };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** Says of each version of a group whether it is available. Services and their endpoints are followed once something goes by them. */
export function keepApiServices(writer: BootstrapWriter): Upkeep | undefined {
  const { parts } = writer;
  const endpoint = writer.endpoint(parts.dialect.expand("apiregistration.{api}"), "apiservices");
  const services = writer.endpoint("", "services");
  const endpoints = writer.endpoint("", "endpoints");
  if (endpoint === undefined) return undefined;
  let following: readonly Following[] | undefined;
  const followBackends = async (objects: KeptObjects<ApiService>): Promise<void> => {
    following ??= [services, endpoints].flatMap((of) =>
      of === undefined ? [] : [onChanges(parts, of, (stored) => touchAll(objects, stored))],
    );
    await Promise.all(following.map(({ ready }) => ready));
  };
  const read = (of: Endpoint | undefined, { namespace = "", name = "" }: Backend): ApiObject | undefined =>
    of === undefined ? undefined : cachedObjects(() => parts.registry, of.definition).get(namespace, name);
  const kept = keepObjects<ApiService>({
    writer,
    endpoint,
    keep: async (objects, object) => {
      const backend = object.spec?.service;
      if (backend !== undefined) await followBackends(objects);
      const found = backend && { service: read(services, backend), endpoints: read(endpoints, backend) };
      await say(objects, object, found && backendProblem(backend, found));
    },
  });
  return {
    ...kept,
    stop: () => {
      kept.stop();
      for (const each of following ?? []) each.stop();
    },
  };
}

function touchAll(
  { known, keeper }: KeptObjects<ApiService>,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): void {
  for (const [of, { spec }] of known) {
    if (spec?.service?.namespace === namespace && spec.service.name === name) keeper.touch(of);
  }
}

async function say(
  objects: KeptObjects<ApiService>,
  object: ApiService,
  problem: Omit<Said, "type" | "status"> | undefined,
): Promise<void> {
  const said: Said = problem === undefined ? localAvailability : { type: "Available", status: "False", ...problem };
  const next = (live: ApiService): ApiService => {
    const conditions = withCondition(live.status?.conditions, said, objects.now());
    return conditions === live.status?.conditions ? live : { ...live, status: { ...live.status, conditions } };
  };
  if (next(object) !== object) await objects.change(object.metadata.name ?? "", "status", next);
}
