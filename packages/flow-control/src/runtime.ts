import type { Clock } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { ExtensionContext } from "@svc/server";
import { FlowControl } from "./levels/flow-control.ts";
import { LoopTurns } from "./loop/loop-turns.ts";
import { type FlowMetersOf, flowMeters } from "./metrics/flow-meters.ts";
import { levelGauges } from "./metrics/level-gauges.ts";
import { type RequestKindMeters, requestKindMeters } from "./metrics/request-kind-meters.ts";
import { usageMeters } from "./metrics/usage-meters.ts";
import { mandatoryObjects } from "./objects/mandatory-objects.ts";
import type { Admitted } from "./stage/admitted.ts";

/** The state that the parts of the extension share in one server. */
export interface Runtime {
  readonly control: FlowControl<Admitted>;
  readonly turns: LoopTurns;
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly metersOf: FlowMetersOf;
  readonly kinds: RequestKindMeters;
}

interface RuntimeOptions {
  readonly maxReading: number;
  readonly maxWriting: number;
}

/** Creates it, and registers its metrics. */
export function createRuntime(
  { local, metrics, acceptedConnections }: ExtensionContext,
  { maxReading, maxWriting }: RuntimeOptions,
): Runtime {
  const { clock, dialect } = local.environment;
  const meters = flowMeters(metrics);
  const control = new FlowControl<Admitted>({
    clock,
    seats: maxReading + maxWriting,
    mandatory: mandatoryObjects(dialect),
    metersOf: usageMeters(metrics, meters.noSeats),
  });
  levelGauges(metrics, control.levels, clock);
  return {
    control,
    clock,
    dialect,
    turns: new LoopTurns({ clock, accepted: acceptedConnections }),
    metersOf: meters.of,
    kinds: requestKindMeters(metrics, { clock, limits: { readOnly: maxReading, mutating: maxWriting } }),
  };
}
