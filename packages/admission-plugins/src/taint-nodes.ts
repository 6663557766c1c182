import type { AdmissionPlugin } from "@svc/admission";
import { checkArgument } from "@svc/base/check";
import type { ApiObject } from "@svc/meta";
import { type DialectOnly, dialectOnly } from "./options/dialect-only.ts";

interface Node extends ApiObject {
  spec?: { taints?: readonly { readonly key?: string; readonly effect?: string }[] | null };
}

/** Taints new nodes until they are ready. @throws {TypeError} for a wrong argument */
export function taintNodesByCondition(options: DialectOnly): AdmissionPlugin {
  checkArgument("taintNodesByCondition: options", options, dialectOnly);
  const { dialect } = options;
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
