import type { AdmissionPlugin } from "@svc/admission";
import type { Dialect } from "@svc/meta";
import { type Pod, specOf } from "./pod.ts";
import { mergedTolerations } from "./tolerations.ts";

/** Lets pods that request extended resources run on nodes reserved for them. */
export function extendedResourceToleration({ dialect }: { readonly dialect: Dialect }): AdmissionPlugin {
  const native = dialect.expand("{labels}/");
  return {
    name: "ExtendedResourceToleration",
    operations: ["CREATE", "UPDATE"],
    resources: ["pods"],
    mutate: ({ object }) => {
      if (object === undefined) return;
      const spec = specOf(object as Pod);
      const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
      const names = containers.flatMap(({ resources }) => Object.keys(resources?.requests ?? {}));
      const extended = [...new Set(names.filter((name) => name.includes("/") && !name.includes(native)))].sort();
      const more = extended.map((key) => ({ key, operator: "Exists", effect: "NoSchedule" }));
      if (more.length > 0) spec.tolerations = mergedTolerations(spec.tolerations ?? [], more);
    },
  };
}
