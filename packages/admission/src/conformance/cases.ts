import { isDeepStrictEqual } from "node:util";
import type { AdmissionRequest } from "../admission.ts";
import { runStep } from "./run-step.ts";
import type { StepCase, StepSample } from "./step-case.ts";

function check(isRight: boolean, sample: string, what: string): void {
  if (!isRight) throw new Error(`${sample}: ${what}`);
}

async function forEachSample(
  samples: readonly StepSample[],
  run: (sample: StepSample) => Promise<void>,
): Promise<void> {
  for (const sample of samples) await run(sample);
}

/** Requests that any step may meet, whatever it is about. */
const odd: readonly (readonly [name: string, request: Partial<AdmissionRequest>])[] = [
  ["an object without metadata members", { object: { metadata: {} } }],
  ["a deletion", { operation: "DELETE", object: undefined, oldObject: { metadata: { name: "a" } } }],
  [
    "a member of a collection that is deleted",
    { operation: "DELETE", name: "", oldObject: { metadata: { name: "a" } } },
  ],
  ["a connection", { operation: "CONNECT", object: {} as AdmissionRequest["object"], subresource: "exec" }],
  ["an update", { operation: "UPDATE", object: { metadata: { name: "a" } }, oldObject: { metadata: { name: "a" } } }],
  ["a name that the server makes up", { name: "", object: { metadata: { generateName: "a-" } } }],
  ["an object of the cluster", { namespace: "", object: { metadata: { name: "a" } } }],
];

/** Copies without what cloning adds. */
const objectsOf = ({ object, oldObject }: AdmissionRequest): unknown => structuredClone({ object, oldObject });

/** The cases of the suite. */
export const stepCases: readonly StepCase[] = [
  {
    name: "samples have the expected outcome",
    law: "total",
    run: ({ step, samples }) =>
      forEachSample(samples, async ({ name, request, want }) => {
        const { outcome, fault } = await runStep(step, request);
        check(fault === undefined, name, `throws what is no StatusError: ${String(fault)}`);
        check(outcome === want, name, `is ${outcome}, not ${want}`);
      }),
  },
  {
    name: "odd requests are admitted or refused",
    law: "total",
    run: async ({ step, samples }) => {
      const resources = samples.map(({ request: { resource, kind } }) => ({
        ...(resource === undefined ? {} : { resource }),
        ...(kind === undefined ? {} : { kind }),
      }));
      for (const [name, request] of odd)
        for (const of of [{}, ...resources]) {
          const { fault } = await runStep(step, { ...request, ...of });
          check(fault === undefined, name, `throws what is no StatusError: ${String(fault)}`);
        }
    },
  },
  {
    name: "validation leaves the objects as they are",
    law: "pure",
    run: ({ step, samples }) =>
      forEachSample(samples, async ({ name, request }) => {
        let before: unknown;
        const run = await runStep(step, request, (mutated) => {
          before = objectsOf(mutated);
        });
        check(
          before === undefined || isDeepStrictEqual(objectsOf(run.request), before),
          name,
          "is changed by validation",
        );
      }),
  },
  {
    name: "the stored object stays as it is",
    law: "pure",
    run: ({ step, samples }) =>
      forEachSample(samples, async ({ name, request }) => {
        const run = await runStep(step, request);
        const isSame = isDeepStrictEqual(run.request.oldObject, structuredClone(request.oldObject));
        check(isSame, name, "the stored object is changed");
      }),
  },
  {
    name: "a second round changes nothing",
    law: "idempotent",
    run: ({ step, samples }) =>
      forEachSample(samples, async ({ name, request }) => {
        const once = await runStep(step, request);
        if (once.outcome === "refused") return;
        const twice = await runStep(step, {
          ...request,
          ...(once.request.object === undefined ? {} : { object: once.request.object }),
        });
        check(isDeepStrictEqual(twice.request.object, once.request.object), name, "is changed by a second round");
      }),
  },
  {
    name: "a dry run has the same outcome",
    law: "dry",
    run: ({ step, samples }) =>
      forEachSample(samples, async ({ name, request }) => {
        const [real, dry] = [await runStep(step, request), await runStep(step, { ...request, dryRun: true })];
        check(real.outcome === dry.outcome, name, "is judged in another way in a dry run");
        check(
          isDeepStrictEqual(real.request.object, dry.request.object),
          name,
          "is changed in another way in a dry run",
        );
      }),
  },
  {
    name: "warnings are lines, audit annotations have prefixed keys",
    law: "reported",
    run: ({ step, samples }) =>
      forEachSample(samples, async ({ name, request }) => {
        const { warnings, annotations } = await runStep(step, request);
        for (const text of warnings) check(text !== "" && !/\p{Cc}/u.test(text), name, "warns with what is no line");
        for (const [key] of annotations) check(annotationKey.test(key), name, `annotates ${JSON.stringify(key)}`);
      }),
  },
];

/** A prefix, so that the annotations of two steps do not meet, and a name. */
const annotationKey = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
