import type { Admission, AdmissionPlugin, AdmissionRequest, Operation } from "@svc/admission";
import type { Clock, MaybePromise } from "@svc/base";
import type { Histogram, Metrics, Series } from "@svc/metrics";

type Phase = "admit" | "validate";

/** Finishes a measurement; returns its milliseconds. */
type Timed = (startMs: number, rejected: boolean) => number;

/** The measurements of one plugin or of all, by operation. */
type TimedByOperation = Readonly<Record<Operation, Timed>>;

const buckets: readonly number[] = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** Measures admission: each plugin, and each phase. */
export interface AdmissionMetrics {
  plugin(plugin: AdmissionPlugin): AdmissionPlugin;
  phases(admission: Admission): Admission;
}

/** Labels are resolved once for each plugin, phase and operation. */
export function admissionMetrics(metrics: Metrics, clock: Clock): AdmissionMetrics {
  const ofPlugins = metrics.histogram({
    name: "apiserver_admission_controller_admission_duration_seconds",
    help: "Duration of one admission plugin for one request.",
    labels: ["name", "operation", "rejected", "type"],
    stability: "STABLE",
    buckets,
  });
  const ofPhases = metrics.histogram({
    name: "apiserver_admission_step_admission_duration_seconds",
    help: "Duration of all admission plugins of a phase for one request.",
    labels: ["operation", "rejected", "type"],
    stability: "STABLE",
    buckets,
  });
  const timed = (series: Series<Histogram>, values: (operation: string, rejected: string) => readonly string[]) =>
    timedByOperation((operation, rejected) => series(...values(operation, rejected)), clock);
  const measure = createMeasure(clock, () => undefined);
  const measurePhase = createMeasure(clock, ({ times }, ms) => {
    if (times !== undefined) times.admissionMs += ms;
  });
  return {
    plugin: (plugin) => {
      const { name, mutate, validate } = plugin;
      const of = (phase: Phase): TimedByOperation =>
        timed(ofPlugins, (operation, rejected) => [name, operation, rejected, phase]);
      const [admitted, validated] = [of("admit"), of("validate")];
      return {
        ...plugin,
        ...(mutate === undefined
          ? {}
          : {
              mutate: (request, rounds) => measure(admitted, request, () => mutate.call(plugin, request, rounds)),
            }),
        ...(validate === undefined
          ? {}
          : { validate: (request) => measure(validated, request, () => validate.call(plugin, request)) }),
      };
    },
    phases: (admission) => {
      const of = (phase: Phase): TimedByOperation =>
        timed(ofPhases, (operation, rejected) => [operation, rejected, phase]);
      const [admitted, validated] = [of("admit"), of("validate")];
      return {
        mutate: (request) =>
          measurePhase(admitted, request, () =>
            phaseOf("Mutating admission", request, () => admission.mutate(request)),
          ),
        validate: (request) =>
          measurePhase(validated, request, () =>
            phaseOf("Validating admission", request, () => admission.validate(request)),
          ),
      };
    },
  };
}

function phaseOf<T>(name: string, { times, operation }: AdmissionRequest, act: () => T): T {
  const trace = times?.trace;
  return trace === undefined ? act() : trace(name, { operation }, act);
}

/** A series is created with its first value. */
function timedByOperation(cell: (operation: string, rejected: string) => Histogram, clock: Clock): TimedByOperation {
  const of = (operation: Operation): Timed => {
    let passed: Histogram | undefined;
    return (startMs, rejected) => {
      const ms = clock.monotonic() - startMs;
      if (rejected) cell(operation, "true").observe(ms / 1000);
      else (passed ??= cell(operation, "false")).observe(ms / 1000);
      return ms;
    };
  };
  return { CREATE: of("CREATE"), UPDATE: of("UPDATE"), DELETE: of("DELETE"), CONNECT: of("CONNECT") };
}

/** Measures one phase of a plugin, or of all plugins. */
type Measure = (
  timed: TimedByOperation,
  request: AdmissionRequest,
  act: () => MaybePromise<void>,
) => MaybePromise<void>;

/** @param observe called with the milliseconds of each measurement */
function createMeasure(clock: Clock, observe: (request: AdmissionRequest, ms: number) => void): Measure {
  return (timed, request, act) => {
    const startMs = clock.monotonic();
    const finish = timed[request.operation];
    const done = (rejected: boolean): void => observe(request, finish(startMs, rejected));
    try {
      const result = act();
      if (!(result instanceof Promise)) {
        done(false);
        return undefined;
      }
      return result.then(
        () => done(false),
        (error: unknown) => {
          done(true);
          throw error;
        },
      );
    } catch (error) {
      done(true);
      throw error;
    }
  };
}
