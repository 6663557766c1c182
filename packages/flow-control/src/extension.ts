import { aBoolean, aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { LocalClient } from "@svc/registry";
import { type Controller, type ExtensionContext, runPeriodically, type ServerExtension } from "@svc/server";
import type { FlowControl } from "./levels/flow-control.ts";
import { startDanglingController } from "./objects/dangling-schemas.ts";
import { followObjects } from "./objects/follow-objects.ts";
import { flowControlDefaults } from "./objects/keep-defaults.ts";
import { createRuntime, type Runtime } from "./runtime.ts";
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
  /** Maximum of concurrent reads. With flow control, seats. @default 400 */
  readonly maxRequestsInFlight?: number;
  /** Maximum of concurrent writes. With flow control, seats. @default 200 */
  readonly maxMutatingRequestsInFlight?: number;
}

/** Clients with the right to can change the default objects. */
const keepEveryMs = 60_000;

const flowControlOptions = optionsOf<FlowControlOptions>({
  enabled: optional(aBoolean),
  maxRequestsInFlight: optional(aNonNegativeNumber),
  maxMutatingRequestsInFlight: optional(aNonNegativeNumber),
});

/**
 * Priority and fairness: requests are placed by FlowSchema and PriorityLevelConfiguration objects,
 * wait for seats and for a turn of the event loop, or are refused with 429. The objects that a
 * server begins with are made and kept.
 * @throws {TypeError} for a wrong argument
 */
export function flowControl(options: FlowControlOptions = {}): ServerExtension {
  checkArgument("flowControl: options", options, flowControlOptions);
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
