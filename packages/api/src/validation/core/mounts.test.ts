import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

/** A pod with one container. */
function container(fields: object): object {
  return { spec: { containers: [{ name: "c", image: "i", ...fields }] } };
}

describe("mounts", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: {
      ...podSpec,
      volumes: [
        { name: "v", emptyDir: {} },
        { name: "p", persistentVolumeClaim: { claimName: "x" } },
      ],
      enableServiceLinks: true,
    },
  });

  it.each<[object, readonly string[]]>([
    [{ volumeMounts: [{ name: "v", mountPath: "/v" }], volumeDevices: [{ name: "p", devicePath: "/p" }] }, []],
    [
      { volumeMounts: [{}] },
      [
        "spec.containers[0].volumeMounts[0].name: Required value",
        'spec.containers[0].volumeMounts[0].name: Not found: ""',
        "spec.containers[0].volumeMounts[0].mountPath: Required value",
      ],
    ],
    [
      {
        volumeMounts: [
          { name: "x", mountPath: "/a" },
          { name: "v", mountPath: "/a" },
        ],
      },
      [
        'spec.containers[0].volumeMounts[0].name: Not found: "x"',
        'spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/a": must be unique',
      ],
    ],
    [
      {
        volumeMounts: [
          { name: "v", mountPath: "/a", subPath: "/b" },
          { name: "v", mountPath: "/c", subPath: "a/../b" },
          { name: "v", mountPath: "/d", subPath: "a", subPathExpr: "/b/.." },
        ],
      },
      [
        'spec.containers[0].volumeMounts.subPath: Invalid value: "/b": must be a relative path',
        "spec.containers[0].volumeMounts.subPath: Invalid value: \"a/../b\": must not contain '..'",
        'spec.containers[0].volumeMounts[2].subPathExpr: Invalid value: "/b/..": subPathExpr and subPath are mutually exclusive',
        'spec.containers[0].volumeMounts.subPathExpr: Invalid value: "/b/..": must be a relative path',
        "spec.containers[0].volumeMounts.subPathExpr: Invalid value: \"/b/..\": must not contain '..'",
      ],
    ],
    [
      { volumeMounts: [{ name: "v", mountPath: "/a", mountPropagation: "x", recursiveReadOnly: "x" }] },
      [
        'spec.containers[0].volumeMounts.mountPropagation: Unsupported value: "x": supported values: "Bidirectional", "HostToContainer", "None"',
        'spec.containers[0].volumeMounts.recursiveReadOnly: Unsupported value: "x": supported values: "Disabled", "Enabled", "IfPossible"',
      ],
    ],
    [
      {
        volumeMounts: [{ name: "v", mountPath: "/a", mountPropagation: "Bidirectional", recursiveReadOnly: "Enabled" }],
      },
      [
        "spec.containers[0].volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers",
        "spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true",
        "spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None or not specified",
      ],
    ],
    [
      {
        securityContext: { privileged: true },
        volumeMounts: [
          {
            name: "v",
            mountPath: "/a",
            readOnly: true,
            mountPropagation: "Bidirectional",
            recursiveReadOnly: "IfPossible",
          },
        ],
      },
      [
        "spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None or not specified",
      ],
    ],
    [{ volumeMounts: [{ name: "v", mountPath: "/a", readOnly: true, recursiveReadOnly: "Enabled" }] }, []],
    [
      { volumeDevices: [{}] },
      [
        "spec.containers[0].volumeDevices[0].name: Required value",
        'spec.containers[0].volumeDevices[0].name: Not found: ""',
        "spec.containers[0].volumeDevices[0].devicePath: Required value",
      ],
    ],
    [
      {
        volumeDevices: [
          { name: "v", devicePath: "/a" },
          { name: "p", devicePath: "/a" },
          { name: "p", devicePath: "/../b" },
          { name: "x", devicePath: "/x" },
        ],
      },
      [
        'spec.containers[0].volumeDevices[0].name: Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
        'spec.containers[0].volumeDevices[1].devicePath: Invalid value: "/a": must be unique',
        'spec.containers[0].volumeDevices[2].name: Invalid value: "p": must be unique',
        "spec.containers[0].volumeDevices[2].devicePath: Invalid value: \"/../b\": can not contain backsteps ('..')",
        'spec.containers[0].volumeDevices[3].name: Not found: "x"',
      ],
    ],
    [
      { volumeMounts: [{ name: "p", mountPath: "/a" }], volumeDevices: [{ name: "p", devicePath: "/a" }] },
      [
        'spec.containers[0].volumeMounts[0].name: Invalid value: "p": must not already exist in volumeDevices',
        'spec.containers[0].volumeMounts[0].mountPath: Invalid value: "/a": must not already exist as a path in volumeDevices',
        'spec.containers[0].volumeDevices[0].name: Invalid value: "p": must not already exist in volumeMounts',
        'spec.containers[0].volumeDevices[0].devicePath: Invalid value: "/a": must not already exist as a path in volumeMounts',
      ],
    ],
  ])("is made of %j", (fields, errors) => {
    expect(judged.create(container(fields))).toEqual(errors);
  });
});
