import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";

interface ServiceAccount extends ApiObject {
  secrets?: { name?: string }[];
}

/** Of the secrets of an account only the names are kept. */
function onlyNames(object: ServiceAccount): void {
  if (object.secrets !== undefined)
    object.secrets = object.secrets.map(({ name }) => (name === undefined ? {} : { name }));
}

export const serviceAccount: Partial<Strategy> = { prepareCreate: onlyNames, prepareUpdate: onlyNames };
