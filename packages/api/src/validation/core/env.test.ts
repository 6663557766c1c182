import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

/** A pod with one container. */
function container(fields: object): object {
  return { spec: { containers: [{ name: "c", image: "i", ...fields }] } };
}

describe("environment", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      { env: [{ name: "" }, { name: "a=b" }, { name: "é" }, { name: "1 x" }] },
      [
        "spec.containers[0].env[0].name: Required value",
        "spec.containers[0].env[1].name: Invalid value: \"a=b\": a valid environment variable name must consist only of printable ASCII characters other than '='",
        "spec.containers[0].env[2].name: Invalid value: \"é\": a valid environment variable name must consist only of printable ASCII characters other than '='",
      ],
    ],
    [
      {
        env: [
          { name: "A", value: "x", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
          { name: "B", valueFrom: {} },
          { name: "C", valueFrom: { fieldRef: { fieldPath: "metadata.name" }, secretKeyRef: { name: "s", key: "k" } } },
        ],
      },
      [
        'spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
        'spec.containers[0].env[1].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
        'spec.containers[0].env[2].valueFrom: Invalid value: "": may not have more than one field specified at a time',
      ],
    ],
    [
      { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "" } } }] },
      ["spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Required value"],
    ],
    [
      { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "x" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "x": error converting fieldPath: field label not supported: x',
      ],
    ],
    [
      { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"',
      ],
    ],
    [{ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels['a']" } } }] }, []],
    [
      { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels['_']" } } }] },
      [`spec.containers[0].env[0].valueFrom.fieldRef: Invalid value: "_": ${formats.qualified}`],
    ],
    [{ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.annotations['A/b']" } } }] }, []],
    [
      { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name['a']" } } }] },
      [
        "spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: \"metadata.name['a']\": error converting fieldPath: field label does not support subscript: metadata.name['a']",
      ],
    ],
    [{ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "spec.host" } } }] }, []],
    [
      { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "status.phase" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "status.phase": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"',
      ],
    ],
    [{ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "status.podIPs" } } }] }, []],
    [
      { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.annotations" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "metadata.annotations": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"',
      ],
    ],
    [
      { env: [{ name: "A", valueFrom: { fieldRef: { apiVersion: "v2", fieldPath: "metadata.name" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2',
      ],
    ],
    [{ env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: "1" } } }] }, []],
    [
      { env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: "2" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor\'s values 1m and 1 are supported with the cpu resource',
      ],
    ],
    [
      { env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "requests.memory", divisor: "1m" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "requests.memory": only divisor\'s values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the memory resource',
      ],
    ],
    [{ env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "requests.memory", divisor: "1Mi" } } }] }, []],
    [
      { env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "limits.ephemeral-storage", divisor: "3" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.ephemeral-storage": only divisor\'s values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the local ephemeral storage resource',
      ],
    ],
    [
      { env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "requests.hugepages-2Mi", divisor: "1Mi" } } }] },
      [],
    ],
    [
      { env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "requests.hugepages-2Mi", divisor: "3" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "requests.hugepages-2Mi": only divisor\'s values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the hugepages resource',
      ],
    ],
    [
      { env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "limits.x", divisor: "1" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "limits.x": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
      ],
    ],
    [
      { env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "", divisor: "1" } } }] },
      ["spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Required value"],
    ],
    [
      { env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "cpu", divisor: "1" } } }] },
      [
        'spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "cpu": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
      ],
    ],
    [
      {
        env: [
          { name: "A", valueFrom: { configMapKeyRef: { name: "A_", key: "a b" } } },
          { name: "B", valueFrom: { secretKeyRef: { name: "", key: "" } } },
          { name: "C", valueFrom: { secretKeyRef: { name: "s", key: ".." } } },
        ],
      },
      [
        `spec.containers[0].env[0].valueFrom.configMapKeyRef.name: Invalid value: "A_": ${formats.subdomain}`,
        `spec.containers[0].env[0].valueFrom.configMapKeyRef.key: Invalid value: "a b": ${formats.configKey}`,
        `spec.containers[0].env[1].valueFrom.secretKeyRef.name: Invalid value: "": ${formats.subdomain}`,
        "spec.containers[0].env[1].valueFrom.secretKeyRef.key: Required value",
        "spec.containers[0].env[2].valueFrom.secretKeyRef.key: Invalid value: \"..\": must not be '..'",
      ],
    ],
    [
      {
        envFrom: [
          {},
          { prefix: "a=", configMapRef: { name: "" }, secretRef: { name: "A_" } },
          { prefix: "ok_", secretRef: { name: "s" } },
        ],
      },
      [
        'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
        "spec.containers[0].envFrom[1].prefix: Invalid value: \"a=\": a valid environment variable name must consist only of printable ASCII characters other than '='",
        "spec.containers[0].envFrom[1].configMapRef.name: Required value",
        `spec.containers[0].envFrom[1].secretRef.name: Invalid value: "A_": ${formats.subdomain}`,
        'spec.containers[0].envFrom: Invalid value: "": may not have more than one field specified at a time',
      ],
    ],
  ])("is made of %j", (fields, errors) => {
    expect(judged.create(container(fields))).toEqual(errors);
  });
});
