import type { ApiObject } from "@svc/meta";

/** Reads namespaces from memory. */
export interface NamespaceSource {
  get(name: string): ApiObject | undefined;
  /** Reads the namespace after every write that was acknowledged before the call. */
  getFresh(name: string): ApiObject | undefined | Promise<ApiObject | undefined>;
}
