import type { ApiObject } from "@svc/meta";
import { formatApiVersion } from "@svc/meta";
import type { ScaleDefinition } from "@svc/schema";

/** A kind's replicas as an object of the kind `Scale`. */
export function scaleOf(object: ApiObject, { kind, replicas, statusReplicas, selector }: ScaleDefinition): ApiObject {
  const { name = "", namespace = "", uid = "", resourceVersion = "", creationTimestamp = null } = object.metadata;
  const text = selector(object);
  const desired = replicas(object);
  return {
    kind: kind.kind,
    apiVersion: formatApiVersion(kind),
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: desired === 0 ? {} : { replicas: desired },
    status: { replicas: statusReplicas(object), ...(text === "" ? {} : { selector: text }) },
  };
}
