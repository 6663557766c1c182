import type { Dialect } from "@svc/meta";
import type * as core from "../../gen/types/core-v1.ts";
import type { KindValidation } from "../kind-validation.ts";
import { kind } from "../shared/kind.ts";
import { podSpec } from "./pod-spec.ts";

export function podsValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  const spec = podSpec(dialect);
  return {
    Pod: kind<core.Pod>({
      create: (pod, at) => {
        spec(pod.spec ?? { containers: [] }, at.field("spec"), { podName: pod.metadata?.name ?? "" });
      },
    }),
  };
}
