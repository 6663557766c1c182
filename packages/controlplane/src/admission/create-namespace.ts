import type { AdmissionSources } from "./sources/sources.ts";

/** Makes namespaces as the server itself. */
export function createNamespace({ local }: AdmissionSources): (name: string) => Promise<void> {
  return async (name) => {
    await local.resource("", "namespaces")?.create({ metadata: { name } });
  };
}
