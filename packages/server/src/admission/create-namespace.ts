import { serverManager } from "../bootstrap/bootstrap.ts";
import type { AdmissionSources } from "./sources.ts";

/** Makes namespaces as the server itself. */
export function createNamespace({ writer }: AdmissionSources): (name: string) => Promise<void> {
  return async (name) => {
    const { parts, context, endpoint } = writer();
    const namespaces = endpoint("", "namespaces");
    if (namespaces === undefined) return;
    const options = { fieldManager: serverManager(parts) };
    await parts.registry.create(namespaces, context, { namespace: "", object: { metadata: { name } }, options });
  };
}
