import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podTemplate } from "../testing/pods.ts";

describe("a replication controller", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "ReplicationController",
    metadata: { name: "web", labels: { a: "b" } },
    spec: {
      selector: { a: "b" },
      template: podTemplate,
      replicas: 1,
    },
  });

  it.each<[object, readonly string[]]>([
    [{ selector: null, template: null }, ["spec.selector: Required value", "spec.template: Required value"]],
    [
      {
        selector: { a: "c" },
        replicas: -1,
        minReadySeconds: -1,
        template: {
          metadata: { labels: { a: "b" } },
          spec: { containers: [{ name: "c", image: "i" }], restartPolicy: "Never", activeDeadlineSeconds: 3 },
        },
      },
      [
        "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
        "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
        "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicationController is not Supported",
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { metadata: { name: "a.b" } },
      [
        "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
      ],
    ],
  ])("warns of %j", (patch, texts) => {
    expect(judged.warnings(patch)).toEqual(texts);
  });
});

describe("a replication controller that is there", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "ReplicationController",
    metadata: { name: "web", labels: { a: "b" } },
    spec: {
      selector: { a: "b" },
      template: podTemplate,
      replicas: 1,
    },
    status: { replicas: 3 },
  });

  it.each<[object, readonly string[]]>([
    [
      { selector: { a: "c" } },
      [
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`',
      ],
    ],
    [{ template: null }, ["spec.template: Required value", "spec.template: Required value"]],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        status: {
          replicas: -1,
          fullyLabeledReplicas: -1,
          readyReplicas: -1,
          availableReplicas: -1,
          observedGeneration: -1,
        },
      },
      [
        "status.replicas: Invalid value: -1: must be greater than or equal to 0",
        "status.fullyLabeledReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.readyReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.availableReplicas: Invalid value: -1: must be greater than or equal to 0",
        "status.observedGeneration: Invalid value: -1: must be greater than or equal to 0",
      ],
    ],
    [
      { status: { replicas: 1, fullyLabeledReplicas: 2, readyReplicas: 3, availableReplicas: 4 } },
      [
        "status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas",
        "status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 4: cannot be greater than status.replicas",
        "status.availableReplicas: Invalid value: 4: cannot be greater than readyReplicas",
      ],
    ],
  ])("changes by status: %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});

describe("a template", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "PodTemplate",
    metadata: { name: "web" },
    template: podTemplate,
  });

  it.each<[object, readonly string[]]>([
    [
      { template: { metadata: { labels: { _: "a" } }, spec: { ephemeralContainers: [{ name: "e", image: "i" }] } } },
      [
        `template.labels: Invalid value: "_": ${formats.qualified}`,
        "template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template",
      ],
    ],
    [{ template: { spec: { containers: [{ name: "c", image: " i" }] } } }, []],
  ])("is made of %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });
});
