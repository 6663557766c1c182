// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface APIGroupDiscoveryList {
  kind: "APIGroupDiscoveryList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: APIGroupDiscovery[];
}

export interface APIGroupDiscovery {
  kind: "APIGroupDiscovery";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  versions?: APIVersionDiscovery[];
}

export interface APIVersionDiscovery {
  version: string;
  resources?: APIResourceDiscovery[];
  freshness?: string;
}

export interface APIResourceDiscovery {
  resource: string;
  responseKind?: metav1.GroupVersionKind;
  scope: string;
  singularResource: string;
  verbs: string[];
  shortNames?: string[];
  categories?: string[];
  subresources?: APISubresourceDiscovery[];
}

export interface APISubresourceDiscovery {
  subresource: string;
  responseKind?: metav1.GroupVersionKind;
  acceptedTypes?: metav1.GroupVersionKind[];
  verbs: string[];
}
