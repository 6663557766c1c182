import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("VolumeAttachment", () => {
  const valid = {
    apiVersion: "storage.k8s.io/v1",
    kind: "VolumeAttachment",
    spec: { attacher: "d.example.com", nodeName: "n1", source: { persistentVolumeName: "pv" } },
    metadata: { name: "core-volumeattachment" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [
      { spec: { attacher: "" } },
      [
        "spec.attacher: Required value",
        "spec.attacher: Required value",
        `spec.attacher: Invalid value: "": ${formats.subdomain}`,
      ],
    ],
    [{ spec: { attacher: "A_" } }, [`spec.attacher: Invalid value: "A_": ${formats.subdomain}`]],
    [{ spec: { attacher: "A.b" } }, []],
    [{ spec: { attacher: "a".repeat(64) } }, ["spec.attacher: Too long: may not be more than 63 bytes"]],
    [{ spec: { nodeName: "" } }, [`spec.nodeName: Invalid value: "": ${formats.subdomain}`]],
    [{ spec: { nodeName: "A_" } }, [`spec.nodeName: Invalid value: "A_": ${formats.subdomain}`]],
    [{ spec: { source: {} } }, []],
    [
      { spec: { source: { persistentVolumeName: "" } } },
      [
        "spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName",
        `spec.source.persistentVolumeName: Invalid value: "": ${formats.subdomain}`,
      ],
    ],
    [
      { spec: { source: { persistentVolumeName: "A_" } } },
      [`spec.source.persistentVolumeName: Invalid value: "A_": ${formats.subdomain}`],
    ],
    [
      { spec: { source: { inlineVolumeSpec: {} } } },
      ["spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName"],
    ],
    [
      { spec: { source: { persistentVolumeName: null, inlineVolumeSpec: {} } } },
      [
        "spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes",
        "spec.source.inlineVolumeSpec.accessModes: Required value",
        "spec.source.inlineVolumeSpec: Required value: must specify a volume type",
      ],
    ],
    [
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: { accessModes: ["ReadWriteOnce"], csi: { driver: "a", volumeHandle: "b" } },
          },
        },
      },
      [],
    ],
    [
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              claimRef: {},
              capacity: { storage: "1" },
              accessModes: [],
              persistentVolumeReclaimPolicy: "Retain",
              nodeAffinity: {},
              storageClassName: "a",
              volumeMode: "x",
              volumeAttributesClassName: "x",
              nfs: { path: "a", server: "b" },
            },
          },
        },
      },
      [
        "spec.source.inlineVolumeSpec.claimRef: Forbidden: may not be specified in the context of inline volumes",
        "spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes",
        "spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes",
        "spec.source.inlineVolumeSpec.accessModes: Required value",
        "spec.source.inlineVolumeSpec.nodeAffinity: Forbidden: may not be specified in the context of inline volumes",
        'spec.source.inlineVolumeSpec.nfs.path: Invalid value: "a": must be an absolute path',
        "spec.source.inlineVolumeSpec.storageClassName: Forbidden: may not be specified in the context of inline volumes",
        "spec.source.inlineVolumeSpec.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes",
      ],
    ],
    [
      { spec: { attacher: "", nodeName: "", source: { persistentVolumeName: "" } } },
      [
        "spec.attacher: Required value",
        "spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName",
        `spec.nodeName: Invalid value: "": ${formats.subdomain}`,
        "spec.attacher: Required value",
        `spec.attacher: Invalid value: "": ${formats.subdomain}`,
        `spec.source.persistentVolumeName: Invalid value: "": ${formats.subdomain}`,
      ],
    ],
    [
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              csi: { driver: "", volumeHandle: "" },
              hostPath: { path: "/" },
              accessModes: ["x", "ReadWriteOncePod"],
            },
          },
        },
      },
      [
        'spec.source.inlineVolumeSpec.accessModes: Unsupported value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
        "spec.source.inlineVolumeSpec.csi: Forbidden: may not specify more than 1 volume type",
      ],
    ],
    [
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              csi: { driver: "a", volumeHandle: "b" },
              accessModes: ["ReadWriteOnce"],
              persistentVolumeReclaimPolicy: "Delete",
              volumeMode: "Block",
            },
          },
        },
      },
      [
        "spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes",
        "spec.source.inlineVolumeSpec.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes",
      ],
    ],
    [
      {
        spec: {
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              csi: { driver: "a", volumeHandle: "b" },
              accessModes: ["ReadWriteOnce"],
              persistentVolumeReclaimPolicy: "x",
              volumeMode: "",
            },
          },
        },
      },
      [
        "spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes",
        "spec.source.inlineVolumeSpec.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes",
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { attacher: "x" } },
      [
        'spec: Invalid value: {"attacher":"x","nodeName":"n1","source":{"persistentVolumeName":"pv"}}: field is immutable',
      ],
    ],
    [
      { spec: { attacher: "A_" } },
      [
        'spec: Invalid value: {"attacher":"A_","nodeName":"n1","source":{"persistentVolumeName":"pv"}}: field is immutable',
      ],
    ],
    [
      { spec: { source: { persistentVolumeName: "A_" } } },
      [
        'spec: Invalid value: {"attacher":"d.example.com","nodeName":"n1","source":{"persistentVolumeName":"A_"}}: field is immutable',
      ],
    ],
    [
      { spec: { nodeName: "" } },
      [
        `spec.nodeName: Invalid value: "": ${formats.subdomain}`,
        `spec.nodeName: Invalid value: "": ${formats.subdomain}`,
        'spec: Invalid value: {"attacher":"d.example.com","nodeName":"","source":{"persistentVolumeName":"pv"}}: field is immutable',
      ],
    ],
    [
      { spec: { source: { persistentVolumeName: "x" } } },
      [
        'spec: Invalid value: {"attacher":"d.example.com","nodeName":"n1","source":{"persistentVolumeName":"x"}}: field is immutable',
      ],
    ],
    [{ metadata: { labels: { a: "b" } } }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { status: { attached: true, attachmentMetadata: { k0: "x".repeat(140000), k1: "x".repeat(140000) } } },
      [
        "status.attachmentMetadata: Too long: may not be more than 262144 bytes",
        "status.attachmentMetadata: Too long: may not be more than 262144 bytes",
      ],
    ],
    [
      {
        status: {
          attached: true,
          attachError: { message: "x".repeat(1025) },
          detachError: { message: "x".repeat(1025) },
        },
      },
      [
        "status.attachError.message: Too long: may not be more than 262144 bytes",
        "status.detachError.message: Too long: may not be more than 262144 bytes",
        "status.attachError.message: Too long: may not be more than 262144 bytes",
        "status.detachError.message: Too long: may not be more than 262144 bytes",
      ],
    ],
    [
      {
        status: {
          attached: true,
          attachmentMetadata: { "": "" },
          attachError: { message: "x".repeat(1024), errorCode: -1 },
        },
      },
      [],
    ],
  ])("status updated with %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});
