import type { AdmissionPlugin } from "@svc/admission";
import type { ApiObject, Dialect } from "@svc/meta";

interface Node extends ApiObject {
  spec?: { taints?: readonly { readonly key?: string; readonly effect?: string }[] | null };
}

/** Taints new nodes until they are ready. */
export function taintNodesByCondition({ dialect }: { readonly dialect: Dialect }): AdmissionPlugin {
  const taint = { key: dialect.expand("node.{labels}/not-ready"), effect: "NoSchedule" };
  return {
    name: "TaintNodesByCondition",
    operations: ["CREATE"],
    resources: ["nodes"],
    mutate: ({ object }) => {
      if (object === undefined) return;
      const node: Node = object;
      const taints = node.spec?.taints ?? [];
      if (taints.some(({ key, effect }) => key === taint.key && effect === taint.effect)) return;
      node.spec = { ...node.spec, taints: [...taints, taint] };
    },
  };
}
