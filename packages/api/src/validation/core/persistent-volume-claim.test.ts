import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { merged } from "../testing/judge.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("PersistentVolumeClaim", () => {
  const valid = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "1Gi" } },
      storageClassName: "fast",
      volumeMode: "Filesystem",
    },
    metadata: { name: "core-persistentvolumeclaim" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [
      { spec: null },
      [
        "spec.accessModes: Required value: at least 1 access mode is required",
        "spec.resources[storage]: Required value",
      ],
    ],
    [{ spec: { accessModes: null } }, ["spec.accessModes: Required value: at least 1 access mode is required"]],
    [{ spec: { accessModes: [] } }, ["spec.accessModes: Required value: at least 1 access mode is required"]],
    [
      { spec: { accessModes: [], selector: { matchLabels: { "a b": "c" } } } },
      [
        "spec.accessModes: Required value: at least 1 access mode is required",
        `spec.selector.matchLabels: Invalid value: "a b": ${formats.qualified}`,
      ],
    ],
    [
      { spec: { accessModes: ["x"] } },
      [
        'spec.accessModes: Unsupported value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      ],
    ],
    [{ spec: { resources: { requests: { storage: null } } } }, ["spec.resources[storage]: Required value"]],
    [
      { spec: { resources: { requests: { storage: "0" } } } },
      ['spec.resources[storage]: Invalid value: "0": must be greater than zero'],
    ],
    [
      { spec: { resources: { requests: { storage: "-1Gi" } } } },
      ['spec.resources[storage]: Invalid value: "-1Gi": must be greater than zero'],
    ],
    [{ spec: { resources: { requests: { cpu: "-1" }, limits: { storage: "-1" } } } }, []],
    [{ spec: { resources: { requests: { storage: "1.5" }, limits: { storage: "1500m" } } } }, []],
    [{ spec: { storageClassName: "A_" } }, [`spec.storageClassName: Invalid value: "A_": ${formats.subdomain}`]],
    [{ spec: { storageClassName: "" } }, []],
    [{ spec: { storageClassName: null } }, []],
    [
      { spec: { volumeMode: "x" } },
      ['spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"'],
    ],
    [{ spec: { volumeMode: "" } }, ['spec.volumeMode: Unsupported value: "": supported values: "Block", "Filesystem"']],
    [{ spec: { volumeMode: null } }, []],
    [
      {
        spec: {
          selector: { matchLabels: { "a b": "c" }, matchExpressions: [{ key: "a", operator: "In", values: ["b c"] }] },
        },
      },
      [
        `spec.selector.matchLabels: Invalid value: "a b": ${formats.qualified}`,
        `spec.selector.matchExpressions[0].values[0]: Invalid value: "b c": ${formats.labelValue}`,
      ],
    ],
    [{ spec: { dataSource: { kind: "VolumeSnapshot", name: "a", apiGroup: "snapshot.storage.k8s.io" } } }, []],
    [
      {
        spec: {
          dataSource: { kind: "PersistentVolumeClaim", name: "a" },
          dataSourceRef: { kind: "PersistentVolumeClaim", name: "b" },
        },
      },
      ['spec: Invalid value: {"kind":"PersistentVolumeClaim","name":"a"}: must match dataSourceRef'],
    ],
    [{ spec: { dataSourceRef: { kind: "PersistentVolumeClaim", name: "b", namespace: "x" } } }, []],
    [{ spec: { volumeAttributesClassName: "A_" } }, []],
    [{ spec: { volumeAttributesClassName: "" } }, []],
    [{ spec: { volumeName: "A_" } }, []],
    [{ metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "x" } } }, []],
    [{ metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "A_" } } }, []],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "x" } } },
      [
        'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
      ],
    ],
    [
      { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "A_" } } },
      [
        'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
      ],
    ],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { accessModes: ["ReadOnlyMany"] } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- accessModes[0]: "ReadWriteOnce"\n+ accessModes[0]: "ReadOnlyMany"',
      ],
    ],
    [
      { spec: { resources: { requests: { storage: "2Gi" } } } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- resources.requests.storage: "1Gi"\n+ resources.requests.storage: "2Gi"',
      ],
    ],
    [
      { spec: { resources: { requests: { storage: "500Mi" } } } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- resources.requests.storage: "1Gi"\n+ resources.requests.storage: "500Mi"',
      ],
    ],
    [
      { spec: { storageClassName: "slow" } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- storageClassName: "fast"\n+ storageClassName: "slow"',
      ],
    ],
    [
      { spec: { storageClassName: null } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- storageClassName: "fast"',
      ],
    ],
    [{ spec: { volumeName: "pv" } }, []],
    [
      { spec: { volumeMode: "Block" } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- volumeMode: "Filesystem"\n+ volumeMode: "Block"',
        'volumeMode: Invalid value: "Block": field is immutable',
      ],
    ],
    [
      { spec: { volumeMode: "x" } },
      [
        'spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"',
        'spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"',
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- volumeMode: "Filesystem"\n+ volumeMode: "x"',
        'volumeMode: Invalid value: "x": field is immutable',
      ],
    ],
    [
      { spec: { selector: { matchLabels: { a: "b" } } } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n+ selector: {"matchLabels":{"a":"b"}}',
      ],
    ],
    [
      { spec: { accessModes: [] } },
      [
        "spec.accessModes: Required value: at least 1 access mode is required",
        "spec.accessModes: Required value: at least 1 access mode is required",
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- accessModes[0]: "ReadWriteOnce"',
      ],
    ],
    [
      { spec: { dataSource: { kind: "PersistentVolumeClaim", name: "a" } } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n+ dataSource: {"kind":"PersistentVolumeClaim","name":"a"}',
      ],
    ],
    [{ metadata: { labels: { a: "b" } } }, []],
    [{ status: { phase: "Bound" } }, []],
    [
      { spec: { volumeMode: "Block", accessModes: ["ReadOnlyMany"], resources: { requests: { storage: "1" } } } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- accessModes[0]: "ReadWriteOnce"\n+ accessModes[0]: "ReadOnlyMany"\n- resources.requests.storage: "1Gi"\n+ resources.requests.storage: "1"\n- volumeMode: "Filesystem"\n+ volumeMode: "Block"',
        'volumeMode: Invalid value: "Block": field is immutable',
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ status: { phase: "x" } }, []],
    [
      {
        status: {
          allocatedResourceStatuses: { storage: "NodeResizePending" },
          allocatedResources: { storage: "1Gi" },
          capacity: { storage: "1Gi" },
        },
      },
      [],
    ],
    [{ status: { accessModes: ["x"] } }, []],
    // Of a name that nothing has the amount is not looked at.
    [
      { status: { allocatedResources: { cpu: "-1", storage: "-1" } } },
      [
        'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
        "status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity",
      ],
    ],
    [
      {
        status: {
          conditions: [
            { type: "", status: "x" },
            { type: "", status: "x" },
          ],
        },
      },
      [],
    ],
    [{ status: { modifyVolumeStatus: { status: "x" } } }, []],
  ])("status updated with %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });

  const boundClaim = judgeKind(merged(valid, { status: { phase: "Bound", capacity: { storage: "1Gi" } } }));

  it.each<[object, readonly string[]]>([
    [
      { spec: { resources: { requests: { storage: "500Mi" } } } },
      ["spec.resources.requests.storage: Forbidden: field can not be less than status.capacity"],
    ],
    [
      { spec: { resources: { requests: { storage: "0" } } } },
      [
        'spec.resources[storage]: Invalid value: "0": must be greater than zero',
        'spec.resources[storage]: Invalid value: "0": must be greater than zero',
        "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
      ],
    ],
    [
      { spec: { storageClassName: "x" } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- storageClassName: "fast"\n+ storageClassName: "x"',
      ],
    ],
    [
      { spec: { volumeMode: "Block", resources: { requests: { storage: "1" } } } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- volumeMode: "Filesystem"\n+ volumeMode: "Block"',
        "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
        'volumeMode: Invalid value: "Block": field is immutable',
      ],
    ],
  ])("a bound claim updated with %j", (patch, errors) => {
    expect(boundClaim.update(patch)).toEqual(errors);
  });

  const expandingClaim = judgeKind(
    merged(valid, {
      spec: { resources: { requests: { storage: "3Gi" } } },
      status: { phase: "Bound", capacity: { storage: "1Gi" } },
    }),
  );

  it.each<[object, readonly string[]]>([
    [{ spec: { resources: { requests: { storage: "2Gi" } } } }, []],
    [
      { spec: { resources: { requests: { storage: "1Gi" } } } },
      ["spec.resources.requests.storage: Forbidden: field can not be less than status.capacity"],
    ],
    [{ spec: { resources: { requests: { storage: "1025Mi" } } } }, []],
  ])("a bound claim that asks for more updated with %j", (patch, errors) => {
    expect(expandingClaim.update(patch)).toEqual(errors);
  });

  const classlessClaim = judgeKind(merged(valid, { spec: { storageClassName: null } }));

  it.each<[object, readonly string[]]>([
    [{ spec: { storageClassName: "x" } }, []],
    [{ spec: { storageClassName: "" } }, []],
    [
      { spec: { storageClassName: "A_" } },
      [
        `spec.storageClassName: Invalid value: "A_": ${formats.subdomain}`,
        `spec.storageClassName: Invalid value: "A_": ${formats.subdomain}`,
      ],
    ],
  ])("a claim without a class updated with %j", (patch, errors) => {
    expect(classlessClaim.update(patch)).toEqual(errors);
  });

  const annotatedClaim = judgeKind(
    merged(valid, {
      spec: { storageClassName: null },
      metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "x" } },
    }),
  );

  it.each<[object, readonly string[]]>([
    [{ spec: { storageClassName: "x" } }, []],
    [
      { spec: { storageClassName: "y" } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n+ storageClassName: "y"',
      ],
    ],
    [
      { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": null } } },
      ['metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "": field is immutable'],
    ],
    [
      { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "y" } } },
      ['metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "y": field is immutable'],
    ],
    [
      {
        spec: { storageClassName: "x" },
        metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": null } },
      },
      [],
    ],
  ])("a claim with its class in an annotation updated with %j", (patch, errors) => {
    expect(annotatedClaim.update(patch)).toEqual(errors);
  });

  const namedVolumeClaim = judgeKind(merged(valid, { spec: { volumeName: "pv" } }));

  it.each<[object, readonly string[]]>([
    [
      { spec: { volumeName: "x" } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- volumeName: "pv"\n+ volumeName: "x"',
      ],
    ],
    [
      { spec: { volumeName: "" } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- volumeName: "pv"\n+ volumeName: ""',
      ],
    ],
  ])("a claim that names its volume updated with %j", (patch, errors) => {
    expect(namedVolumeClaim.update(patch)).toEqual(errors);
  });

  const sourcedClaim = judgeKind(merged(valid, { spec: { dataSourceRef: { kind: "x", name: "b", apiGroup: "a.b" } } }));

  it.each<[object, readonly string[]]>([
    [
      { spec: { dataSourceRef: null, dataSource: null } },
      [
        'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n- dataSourceRef: {"kind":"x","name":"b","apiGroup":"a.b"}',
      ],
    ],
    [{ metadata: { labels: { a: "b" } } }, []],
  ])("a claim with a data source updated with %j", (patch, errors) => {
    expect(sourcedClaim.update(patch)).toEqual(errors);
  });
});
