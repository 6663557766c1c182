import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

/** A pod with one container. */
function container(fields: object): object {
  return { spec: { containers: [{ name: "c", image: "i", ...fields }] } };
}

describe("containers", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([[{}, []]])("is made of %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ containers: [] }, ["spec.containers: Required value"]],
    [{ containers: null }, ["spec.containers: Required value"]],
    [{ containers: [{ name: "", image: "i" }] }, ["spec.containers[0].name: Required value"]],
    [{ containers: [{ name: "A_", image: "i" }] }, [`spec.containers[0].name: Invalid value: "A_": ${formats.label}`]],
    [
      { containers: [{ name: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", image: "i" }] },
      [
        'spec.containers[0].name: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": must be no more than 63 characters',
      ],
    ],
    [{ containers: [{ name: "c", image: "" }] }, ["spec.containers[0].image: Required value"]],
    [
      { containers: [{ name: "c", image: " i " }] },
      ['spec.containers[0].image: Invalid value: " i ": must not have leading or trailing whitespace'],
    ],
    [
      {
        containers: [
          { name: "c", image: "i" },
          { name: "c", image: "j" },
        ],
      },
      ['spec.containers[1].name: Duplicate value: "c"'],
    ],
    [{ containers: [{}] }, ["spec.containers[0].name: Required value", "spec.containers[0].image: Required value"]],
    [
      {
        initContainers: [
          { name: "c", image: " i", restartPolicy: "OnFailure" },
          { name: "", image: "" },
        ],
      },
      [
        'spec.initContainers[0].restartPolicy: Unsupported value: "OnFailure": supported values: "Always"',
        'spec.initContainers[0].name: Duplicate value: "c"',
        "spec.initContainers[1].name: Required value",
        "spec.initContainers[1].image: Required value",
        'spec.initContainers[0].image: Invalid value: " i": must not have leading or trailing whitespace',
      ],
    ],
    [
      {
        initContainers: [
          {
            name: "d",
            image: "i",
            lifecycle: {},
            livenessProbe: { tcpSocket: { port: 1 } },
            readinessProbe: { tcpSocket: { port: 1 } },
            startupProbe: { tcpSocket: { port: 1 } },
          },
        ],
      },
      [
        "spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without restartPolicy=Always",
        "spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always",
        "spec.initContainers[0].readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always",
        "spec.initContainers[0].startupProbe: Forbidden: may not be set for init containers without restartPolicy=Always",
      ],
    ],
    [
      {
        initContainers: [{ name: "d", image: "i", restartPolicy: "Always", livenessProbe: { tcpSocket: { port: 0 } } }],
      },
      ["spec.initContainers[0].livenessProbe.tcpSocket.port: Invalid value: 0: must be between 1 and 65535, inclusive"],
    ],
    [
      { ephemeralContainers: [{ name: "e", image: "i" }] },
      ["spec.ephemeralContainers: Forbidden: cannot be set on create"],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { terminationMessagePolicy: "x", imagePullPolicy: "x" },
      [
        'spec.containers[0].terminationMessagePolicy: Unsupported value: "x": supported values: "File", "FallbackToLogsOnError"',
        'spec.containers[0].imagePullPolicy: Unsupported value: "x": supported values: "Always", "IfNotPresent", "Never"',
      ],
    ],
    [
      { restartPolicy: "Always" },
      ["spec.containers[0].restartPolicy: Forbidden: may not be set for non-init containers"],
    ],
  ])("is made of %j", (fields, errors) => {
    expect(judged.create(container(fields))).toEqual(errors);
  });
});
