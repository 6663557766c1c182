import type { AdmissionRequest } from "@svc/admission";
import { type Dialect, qualifiedResource } from "@svc/meta";
import { countedClaim } from "./claims.ts";
import { type Counted, isWrite, one } from "./counted.ts";
import { countedPod } from "./pods.ts";
import { countedService } from "./services.ts";

/** Resources limited by their own name, without `count/`. */
export const plainNames: ReadonlySet<string> = new Set([
  "configmaps",
  "secrets",
  "replicationcontrollers",
  "resourcequotas",
]);
/** Resources that are not counted as content of a namespace. */
const uncounted = ["/events", "/bindings", "events.{api}/events", "authorization.{api}/localsubjectaccessreviews"];

/** Returns how a resource is counted; undefined for resources that are not. */
export function countedResources(
  dialect: Dialect,
): (request: Pick<AdmissionRequest, "resource">) => Counted | undefined {
  const special = new Map<string, Counted>([
    ["/pods", countedPod],
    ["/services", countedService],
    ["/persistentvolumeclaims", countedClaim(dialect)],
  ]);
  const ignored = new Set(uncounted.map(dialect.expand));
  return ({ resource }) => {
    const key = `${resource.group}/${resource.resource}`;
    if (ignored.has(key)) return undefined;
    return special.get(key) ?? countedByNumber(resource);
  };
}

function countedByNumber(resource: AdmissionRequest["resource"]): Counted {
  const names = [`count/${qualifiedResource(resource)}`];
  if (resource.group === "" && plainNames.has(resource.resource)) names.push(resource.resource);
  const usage = new Map(names.map((name) => [name, one]));
  return {
    counts: (request) => isWrite(request, "CREATE"),
    limits: (name) => usage.has(name),
    usage: () => usage,
  };
}
