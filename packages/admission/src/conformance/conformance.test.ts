import { forbiddenError, StatusError } from "@svc/meta";
import { describe, expect, it, test } from "vitest";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { admissionConformance, runStepCase, type StepUnderTest, stepCases } from "./index.ts";

const sound: AdmissionPlugin = {
  name: "NoDebugMaps",
  resources: ["configmaps"],
  operations: ["CREATE", "UPDATE"],
  mutate: ({ object }) => {
    if (object?.metadata.labels === undefined && object !== undefined)
      Object.assign(object.metadata, { labels: { team: "a" } });
  },
  validate: ({ resource, name, warn, annotate }) => {
    warn("debug maps are going away");
    annotate?.("maps.example.com/name", name);
    if (name.startsWith("debug-")) throw forbiddenError({ ...resource, name }, "debug maps are not allowed");
  },
};

const stored = { metadata: { name: "a" } };
const samples: StepUnderTest["samples"] = [
  { name: "a map", request: {}, want: "admitted" },
  { name: "an update", request: { operation: "UPDATE", oldObject: stored }, want: "admitted" },
  { name: "a debug map", request: { name: "debug-a" }, want: "refused" },
];

describe("a sound step", () => {
  admissionConformance({ open: () => ({ step: sound, samples }), test: it });
});

const broken: readonly (readonly [name: string, change: Partial<AdmissionPlugin>, law: string])[] = [
  ["throws another error", { validate: () => Promise.reject(new Error("no such map")) }, "total"],
  ["admits what it should refuse", { validate: () => undefined }, "total"],
  [
    "reads the object of every request",
    {
      operations: ["CREATE", "DELETE"],
      validate: ({ object }) => void object?.metadata.name?.length.toFixed(object.metadata.name.length),
      mutate: (r) => void (r.object as NonNullable<AdmissionRequest["object"]>).metadata,
    },
    "total",
  ],
  [
    "changes objects in validation",
    { validate: ({ object }) => void Object.assign(object?.metadata ?? {}, { labels: { b: "c" } }) },
    "pure",
  ],
  [
    "changes the stored object",
    { mutate: ({ oldObject }) => void Object.assign(oldObject?.metadata ?? {}, { name: "b" }) },
    "pure",
  ],
  [
    "adds to an object each time",
    { mutate: ({ object }) => void Object.assign(object?.metadata ?? {}, { name: `${object?.metadata.name}x` }) },
    "idempotent",
  ],
  [
    "refuses dry runs",
    {
      validate: ({ dryRun }) => {
        if (dryRun) throw new StatusError({ code: 400, reason: "BadRequest", message: "no dry runs" });
      },
    },
    "dry",
  ],
  ["warns with several lines", { validate: ({ warn }) => warn("a\nb") }, "reported"],
  ["annotates without a prefix", { validate: ({ annotate }) => annotate?.("name", "a") }, "reported"],
];

test.each(broken)("a step that %s is found", async (_name, change, law) => {
  const step = { ...sound, ...change };
  const failures = await Promise.all(
    stepCases.map(async (one) => [one.law, await runStepCase(one, { step, samples })] as const),
  );
  expect(failures.filter(([, failure]) => failure !== undefined).map(([found]) => found)).toContain(law);
});
