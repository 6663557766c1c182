import type { MaybePromise } from "@svc/base";
import { anObject, checkArgument, listOf } from "@svc/base/check";
import { type AdmissionPlugin, type AdmissionRequest, operations } from "./admission.ts";
import { MutationRounds } from "./mutation-rounds.ts";
import { stepTable } from "./step-table.ts";

type Mutate = NonNullable<AdmissionPlugin["mutate"]>;
type Validate = NonNullable<AdmissionPlugin["validate"]>;

/**
 * The admission chain: all mutating steps, then all validating steps. A step that denies the
 * request throws a `StatusError`.
 */
export interface Admission {
  mutate(request: AdmissionRequest): MaybePromise<void>;
  validate(request: AdmissionRequest): MaybePromise<void>;
}

const expectedPlugins = listOf(anObject);

/**
 * Runs the steps in the given order: the mutating ones, a second time where one requests it, and
 * the validating ones after validation. The first refusal is final.
 * @throws {TypeError} for a wrong argument
 */
export function createAdmission(plugins: readonly AdmissionPlugin[]): Admission {
  checkArgument("createAdmission: plugins", plugins, expectedPlugins);
  const mutating = tablesOf(plugins, (plugin) => plugin.mutate);
  const validating = tablesOf(plugins, (plugin) => plugin.validate);
  return {
    mutate: (request) => {
      const steps = mutating(request);
      return steps.length === 0 ? undefined : mutateInRounds(steps, request);
    },
    validate: (request) => validateFrom(validating(request), 0, request),
  };
}

function tablesOf<S>(
  plugins: readonly AdmissionPlugin[],
  stepOf: (plugin: AdmissionPlugin) => S | undefined,
): (request: AdmissionRequest) => readonly S[] {
  const tables = new Map(
    operations.map((operation) => {
      const of = plugins.filter((plugin) => plugin.operations.includes(operation));
      return [operation, stepTable(of, stepOf)] as const;
    }),
  );
  return (request) => tables.get(request.operation)?.(request) ?? [];
}

function mutateInRounds(steps: readonly Mutate[], request: AdmissionRequest): MaybePromise<void> {
  const rounds = new MutationRounds();
  const runFrom = (start: number): MaybePromise<void> => {
    let first = start;
    do {
      for (let i = first; i < steps.length; i++) {
        const step = steps[i]?.(request, rounds);
        if (step instanceof Promise) return step.then(() => runFrom(i + 1));
      }
      first = 0;
    } while (rounds.next());
  };
  return runFrom(0);
}

function validateFrom(steps: readonly Validate[], start: number, request: AdmissionRequest): MaybePromise<void> {
  for (let i = start; i < steps.length; i++) {
    const step = steps[i]?.(request);
    if (step instanceof Promise) return step.then(() => validateFrom(steps, i + 1, request));
  }
}
