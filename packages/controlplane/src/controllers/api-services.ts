import { localAvailability } from "@svc/api";
import type { ApiObject } from "@svc/meta";
import type { Informer, LocalClient, ObjectName } from "@svc/registry";
import { type KnownObjects, type RunningController, startReconciler } from "@svc/server";
import { type Backend, backendProblem } from "./backend.ts";
import { type Condition, type Said, withCondition } from "./conditions.ts";

interface ApiService extends ApiObject {
  readonly spec?: { readonly service?: Backend; readonly group?: string; readonly version?: string };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/**
 * Says of each version of a group whether it is available. Services and endpoints are followed once
 * an object refers to them.
 */
export function startApiServiceController(local: LocalClient): RunningController | undefined {
  const resource = local.resource<ApiService>("apiregistration.{api}", "apiservices");
  const services = local.resource("", "services");
  const endpoints = local.resource("", "endpoints");
  if (resource === undefined) return undefined;
  let informers: readonly Informer[] | undefined;
  const followBackends = async (objects: KnownObjects<ApiService>): Promise<void> => {
    informers ??= [services, endpoints].flatMap((of) => {
      const changed = (backend: ObjectName): void => addUsers(objects, backend);
      return of?.inform({ set: changed, remove: changed }) ?? [];
    });
    await Promise.all(informers.map(({ ready }) => ready));
  };
  const reconciler = startReconciler<ApiService>({
    local,
    resource,
    reconcile: async (objects, object) => {
      const backend = object.spec?.service;
      if (backend === undefined) return say(objects, object, undefined);
      await followBackends(objects);
      const { namespace = "", name = "" } = backend;
      const target = { namespace, name };
      const found = { service: services?.get(target), endpoints: endpoints?.get(target) };
      await say(objects, object, backendProblem(backend, found));
    },
  });
  return {
    ...reconciler,
    stop: () => {
      reconciler.stop();
      for (const informer of informers ?? []) informer.stop();
    },
  };
}

/** Queues the objects that refer to a service. */
function addUsers({ known, queue }: KnownObjects<ApiService>, { namespace, name }: ObjectName): void {
  for (const [of, { spec }] of known) {
    if (spec?.service?.namespace === namespace && spec.service.name === name) queue.add(of);
  }
}

async function say(
  objects: KnownObjects<ApiService>,
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
