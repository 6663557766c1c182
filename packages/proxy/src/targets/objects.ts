import { type ApiObject, StatusError } from "@svc/meta";
import type { LocalClient } from "@svc/registry";

/** A node, as far as its address goes. */
export interface Node extends ApiObject {
  readonly status?: {
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
    readonly daemonEndpoints?: { readonly kubeletEndpoint?: { readonly Port?: number } };
  };
}

/** A container, as far as its ports go. */
export interface Container {
  readonly name?: string;
  readonly ports?: readonly { readonly containerPort?: number }[];
}

/** A pod, as far as its address and its containers go. */
export interface Pod extends ApiObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly ephemeralContainers?: readonly Container[];
  };
  readonly status?: { readonly podIP?: string; readonly podIPs?: readonly { readonly ip?: string }[] };
}

/** A service, as far as its ports go. */
export interface Service extends ApiObject {
  readonly spec?: { readonly ports?: readonly { readonly name?: string; readonly port: number }[] };
}

/** The addresses behind a service. */
export interface Endpoints extends ApiObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly {
      readonly ip: string;
      readonly targetRef?: { readonly kind?: string; readonly name?: string; readonly namespace?: string };
    }[];
    readonly ports?: readonly { readonly name?: string; readonly port: number }[];
  }[];
}

/** Reads an object as it is stored now; undefined where there is none. */
export async function findObject<T extends ApiObject>(
  { registry }: LocalClient,
  resource: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<T | undefined> {
  const endpoint = registry.catalog.snapshot().find("", "v1", resource);
  if (endpoint === undefined) return undefined;
  try {
    return (await registry.get({ ...endpoint, subresource: "" }, { namespace, name })).object as T;
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return undefined;
    throw error;
  }
}

interface CoreResource {
  readonly group: "";
  readonly resource: string;
  readonly name: string;
}

/** The core resource that an error names. */
export function coreResource(resource: string, name: string): CoreResource {
  return { group: "", resource, name };
}
