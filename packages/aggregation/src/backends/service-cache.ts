import { Listeners } from "@svc/base";
import type { Informer, LocalClient, ObjectName } from "@svc/registry";
import type { ServiceReference } from "../registration/api-service.ts";
import type { Endpoints, Service } from "./service-objects.ts";

/** The services and endpoints that registrations refer to. */
export interface ServiceObjects {
  /** As the caches have them. */
  of(reference: ServiceReference): { readonly service: Service | undefined; readonly endpoints: Endpoints | undefined };
  /** Follows them from now on; resolves when they are known. */
  follow(): Promise<void>;
  /** Calls back when a service or its endpoints change. */
  onChange(listener: (name: ObjectName) => void): () => void;
  stop(): void;
}

/** Starts informers on first use: most servers have no extension servers. */
export function followServices(local: LocalClient): ServiceObjects {
  const services = local.resource<Service>("", "services");
  const endpoints = local.resource<Endpoints>("", "endpoints");
  const listeners = new Listeners<[name: ObjectName]>();
  let informers: readonly Informer[] | undefined;
  const changed = (name: ObjectName): void => listeners.notify(name);
  return {
    of: ({ namespace = "", name = "" }) => {
      const target = { namespace, name };
      return { service: services?.get(target), endpoints: endpoints?.get(target) };
    },
    follow: async () => {
      informers ??= [services, endpoints].flatMap((of) => of?.inform({ set: changed, remove: changed }) ?? []);
      await Promise.all(informers.map(({ ready }) => ready));
    },
    onChange: (listener) => listeners.add(listener),
    stop: () => {
      for (const informer of informers ?? []) informer.stop();
    },
  };
}
