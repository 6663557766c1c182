import { type AdmissionPlugin, forbidden } from "@svc/admission";
import type { Dialect } from "@svc/meta";
import { items, text } from "../objects/fields.ts";

/** Rejects required pod anti-affinity with a topology other than the node. */
export function limitPodHardAntiAffinityTopology({ dialect }: { readonly dialect: Dialect }): AdmissionPlugin {
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
