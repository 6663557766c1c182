import { type BackendAddress, createFindBackend, type Endpoints, type Service } from "@svc/aggregation";
import type { LocalClient } from "@svc/registry";

/** A service that a webhook is behind. */
export interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  /** @default 443 */
  readonly port?: number;
}

/** Finds where connections to a service go. */
export type FindServiceAddress = (service: WebhookService) => Promise<BackendAddress>;

/** @param routeToEndpoints true: to an endpoint of the service; false: to the service's address */
export function serviceAddresses(local: LocalClient, routeToEndpoints: boolean): FindServiceAddress {
  const find = createFindBackend({ byEndpoints: routeToEndpoints, random: local.environment.random });
  const services = local.resource<Service>("", "services");
  const endpoints = local.resource<Endpoints>("", "endpoints");
  return async (service) => {
    const { namespace, name } = service;
    return find(service, {
      service: await services?.find({ namespace, name }),
      endpoints: await endpoints?.find({ namespace, name }),
    });
  };
}
