import type { Clock } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import { type Controller, type ExtensionContext, runPeriodically, type ServerExtension } from "@svc/server";
import { FlowControl } from "./levels/flow-control.ts";
import { LoopTurns } from "./loop/loop-turns.ts";
import { type FlowMetersOf, flowMeters } from "./metrics/flow-meters.ts";
import { levelGauges } from "./metrics/level-gauges.ts";
import { type RequestKindMeters, requestKindMeters } from "./metrics/request-kind-meters.ts";
import { usageMeters } from "./metrics/usage-meters.ts";
import { startDanglingController } from "./objects/dangling-schemas.ts";
import { followObjects } from "./objects/follow-objects.ts";
import { flowControlDefaults } from "./objects/keep-defaults.ts";
import { mandatoryObjects } from "./objects/mandatory-objects.ts";
import type { Admitted } from "./stage/admitted.ts";
import { dumpHandler, dumpsPath } from "./stage/dumps.ts";
import { flowControlStage } from "./stage/flow-control-stage.ts";
import { inFlightStage } from "./stage/in-flight-stage.ts";
import { objectCounts } from "./stage/object-counts.ts";
import { WatchCounts } from "./stage/watch-counts.ts";

/** Options of `flowControl`. */
export interface FlowControlOptions {
  /** False: requests are only counted, and refused past the two limits. @default true */
  readonly enabled?: boolean;
  /** Requests that read, at once. With flow control, seats. @default 400 */
  readonly maxRequestsInFlight?: number;
  /** Requests that write, at once. With flow control, seats. @default 200 */
  readonly maxMutatingRequestsInFlight?: number;
}

/** Clients with the right to can change the default objects. */
const keepEveryMs = 60_000;

/**
 * Priority and fairness: requests are placed by FlowSchema and PriorityLevelConfiguration objects,
 * wait for seats and for a turn of the event loop, or are refused with 429. The objects that a
 * server begins with are made and kept.
 */
export function flowControl(options: FlowControlOptions = {}): ServerExtension {
  const { enabled = true, maxRequestsInFlight = 400, maxMutatingRequestsInFlight = 200 } = options;
  const limits = { maxReading: maxRequestsInFlight, maxWriting: maxMutatingRequestsInFlight };
  const name = "flow control";
  const postStart = () => [flowControlDefaults];
  const keep = (local: LocalClient): Controller => ({
    name: flowControlDefaults.name,
    start: () => runPeriodically(local, flowControlDefaults, keepEveryMs),
  });
  if (!enabled) {
    return {
      name,
      postStart,
      controllers: ({ local }) => [keep(local)],
      stages: () => [{ after: "impersonation", stage: inFlightStage(limits) }],
    };
  }
  const runtimes = new WeakMap<LocalClient, Runtime>();
  const runtimeOf = (context: ExtensionContext): Runtime => {
    const known = runtimes.get(context.local);
    if (known !== undefined) return known;
    const made = createRuntime(context, limits);
    runtimes.set(context.local, made);
    return made;
  };
  return {
    name,
    postStart,
    controllers: (context) => [keep(context.local), ...configControllers(context.local, runtimeOf(context).control)],
    stages: (context) => {
      const runtime = runtimeOf(context);
      const watches = new WatchCounts();
      const sources = { countOf: objectCounts(context.local.registry), watchesOf: watches.of.bind(watches) };
      return [{ after: "impersonation", stage: flowControlStage({ ...runtime, sources, watches }) }];
    },
    paths: (context) => {
      const { control, clock } = runtimeOf(context);
      return new Map([[dumpsPath, { handler: dumpHandler(control.levels, clock) }]]);
    },
  };
}

interface Runtime {
  readonly control: FlowControl<Admitted>;
  readonly turns: LoopTurns;
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly metersOf: FlowMetersOf;
  readonly kinds: RequestKindMeters;
}

interface RuntimeLimits {
  readonly maxReading: number;
  readonly maxWriting: number;
}

function createRuntime({ local, metrics }: ExtensionContext, { maxReading, maxWriting }: RuntimeLimits): Runtime {
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
    turns: new LoopTurns({ clock }),
    metersOf: meters.of,
    kinds: requestKindMeters(metrics, { clock, limits: { readOnly: maxReading, mutating: maxWriting } }),
  };
}

function configControllers(local: LocalClient, control: FlowControl<Admitted>): readonly Controller[] {
  return [
    {
      name: "priority levels and flow schemas",
      checks: [
        { name: "poststarthook/priority-and-fairness-config-consumer" },
        { name: "poststarthook/priority-and-fairness-filter" },
      ],
      start: () => followObjects(local, control),
    },
    { name: "flow schemas without a level", start: () => startDanglingController(local) },
  ];
}
