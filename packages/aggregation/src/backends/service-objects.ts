import type { ApiObject } from "@svc/meta";

/** The parts of a Service that lead to a backend. */
export interface Service extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly externalName?: string;
    readonly ports?: readonly { readonly port?: number; readonly name?: string }[];
  };
}

/** The parts of Endpoints that lead to a backend. */
export interface Endpoints extends ApiObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip?: string }[];
    readonly ports?: readonly { readonly name?: string; readonly port?: number }[];
  }[];
}
