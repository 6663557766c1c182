import { type AdmissionPlugin, forbidden } from "@svc/admission";
import { checkArgument } from "@svc/base/check";
import { items, text } from "../objects/fields.ts";
import { type DialectOnly, dialectOnly } from "../options/dialect-only.ts";

/**
 * Rejects required pod anti-affinity with a topology other than the node.
 * @throws {TypeError} for a wrong argument
 */
export function limitPodHardAntiAffinityTopology(options: DialectOnly): AdmissionPlugin {
  checkArgument("limitPodHardAntiAffinityTopology: options", options, dialectOnly);
  const { dialect } = options;
  const allowed = dialect.expand("{labels}/hostname");
  const required = "requiredDuringSchedulingIgnoredDuringExecution";
  return {
    name: "LimitPodHardAntiAffinityTopology",
    operations: ["CREATE", "UPDATE"],
    resources: ["pods"],
    validate: (request) => {
      const keys = items(request.object, "spec", "affinity", "podAntiAffinity", required).map((term) =>
        text(term, "topologyKey"),
      );
      const other = keys.find((key) => key !== allowed);
      if (other === undefined) return;
      const where = "affinity.PodAntiAffinity.RequiredDuringScheduling";
      throw forbidden(request, `${where} has TopologyKey ${other} but only key ${allowed} is allowed`);
    },
  };
}
