import type { corev1 as core } from "@svc/types";
import type { FieldPath } from "../common/field-path.ts";
import type { ChangeCheck } from "../common/kind.ts";
import type { PodChecks } from "./pod-checks.ts";
import { ephemeralUpdate } from "./pod-ephemeral.ts";
import { podResize, resizeObstacle } from "./pod-resize.ts";
import { podStatusUpdate } from "./pod-status.ts";

/** The path of an error about the whole pod is empty. */
function refuse(at: FieldPath, detail: string): void {
  at.item("").forbidden(detail);
}

/** Checks of writes of a pod's subresources, by name. */
export function podSubresources({
  annotations,
  whole,
  annotationUpdate,
}: PodChecks): Record<string, ChangeCheck<core.Pod>> {
  const isMirror = ({ metadata }: core.Pod): boolean => annotations.mirror in (metadata?.annotations ?? {});
  return {
    ephemeralcontainers: (value, old, at) => {
      if (isMirror(old)) {
        refuse(at, "static pods do not support ephemeral containers");
        return;
      }
      whole(value, at);
      const place = at.field("spec").field("ephemeralContainers");
      ephemeralUpdate(value.spec?.ephemeralContainers ?? [], old.spec?.ephemeralContainers ?? [], place);
    },
    resize: (value, old, at) => {
      const obstacle = resizeObstacle(old, isMirror(old));
      if (obstacle !== undefined) {
        refuse(at, obstacle);
        return;
      }
      whole(value, at);
      podResize(value, old, at.field("spec"));
    },
    status: (value, old, at) => {
      annotationUpdate(value, old, at);
      podStatusUpdate(value, old, at.field("status"));
    },
  };
}
