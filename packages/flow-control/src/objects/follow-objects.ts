import type { ApiObject } from "@svc/meta";
import type { Informer, LocalClient } from "@svc/registry";
import type { RunningController } from "@svc/server";
import type { flowcontrolv1 } from "@svc/types";
import { adjustEveryMs, type FlowControl, type FlowControlObjects } from "../levels/flow-control.ts";
import { flowControlGroup } from "./group.ts";

/**
 * Synchronizes flow control with the stored objects, and divides its seats periodically. Changes
 * that arrive together are applied together.
 */
export function followObjects<T>(local: LocalClient, control: FlowControl<T>): RunningController | undefined {
  const schemas = new Map<string, flowcontrolv1.FlowSchema>();
  const levels = new Map<string, flowcontrolv1.PriorityLevelConfiguration>();
  let isChanged = false;
  let isStopped = false;
  const changed = (): void => {
    if (isChanged) return;
    isChanged = true;
    queueMicrotask(() => {
      isChanged = false;
      const objects: FlowControlObjects = { schemas: [...schemas.values()], levels: [...levels.values()] };
      if (!isStopped) control.configure(objects);
    });
  };
  const follow = <O>(resource: string, known: Map<string, O>): Informer | undefined =>
    local.resource(flowControlGroup, resource)?.inform({
      set: (stored) => {
        // The API has validated it: an object that cannot be read is left out.
        if (stored.corrupt === undefined) known.set(stored.key, stored.object as ApiObject as O);
        changed();
      },
      remove: ({ key }) => {
        known.delete(key);
        changed();
      },
    });
  const ofLevels = follow("prioritylevelconfigurations", levels);
  const ofSchemas = follow("flowschemas", schemas);
  if (ofLevels === undefined || ofSchemas === undefined) return undefined;
  const { clock } = local.environment;
  let timer = clock.after(adjustEveryMs, function adjust(): void {
    control.adjust();
    timer = clock.after(adjustEveryMs, adjust);
  });
  return {
    ready: Promise.all([ofLevels.ready, ofSchemas.ready]).then(() => undefined),
    idle: () => Promise.resolve(),
    stop: () => {
      isStopped = true;
      timer.cancel();
      ofLevels.stop();
      ofSchemas.stop();
    },
  };
}
