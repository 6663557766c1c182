import type { AdmissionPlugin } from "@svc/admission";
import { checkArgument } from "@svc/base/check";
import { type DialectOnly, dialectOnly } from "../options/dialect-only.ts";
import { type Pod, specOf } from "./pod.ts";
import { mergedTolerations } from "./tolerations.ts";

/**
 * Lets pods that request extended resources run on nodes reserved for them.
 * @throws {TypeError} for a wrong argument
 */
export function extendedResourceToleration(options: DialectOnly): AdmissionPlugin {
  checkArgument("extendedResourceToleration: options", options, dialectOnly);
  const { dialect } = options;
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
