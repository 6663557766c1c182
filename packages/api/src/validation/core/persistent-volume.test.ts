import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { zonalVolume } from "../testing/zonal-volume.ts";

describe("PersistentVolume", () => {
  const judged = judgeKind(zonalVolume);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [
      { spec: null },
      [
        "spec.accessModes: Required value",
        "spec.capacity: Required value",
        'spec.capacity: Unsupported value: {}: supported values: "storage"',
        "spec: Required value: must specify a volume type",
      ],
    ],
    [
      { spec: { capacity: null } },
      ["spec.capacity: Required value", 'spec.capacity: Unsupported value: {}: supported values: "storage"'],
    ],
    [{ spec: { capacity: {} } }, []],
    [
      { spec: { capacity: { storage: null, cpu: "1" } } },
      ['spec.capacity: Unsupported value: {"cpu":"1"}: supported values: "storage"'],
    ],
    [
      { spec: { capacity: { cpu: "1", storage: "0" } } },
      [
        'spec.capacity: Unsupported value: {"storage":"0","cpu":"1"}: supported values: "storage"',
        'spec.capacity[storage]: Invalid value: "0": must be greater than zero',
      ],
    ],
    [
      { spec: { capacity: { storage: "-1Gi" } } },
      [
        "spec.capacity[storage]: Invalid value: -1073741824: must be a valid resource quantity",
        'spec.capacity[storage]: Invalid value: "-1Gi": must be greater than zero',
      ],
    ],
    [{ spec: { accessModes: null } }, ["spec.accessModes: Required value"]],
    [{ spec: { accessModes: [] } }, ["spec.accessModes: Required value"]],
    [
      { spec: { accessModes: ["x", "y"] } },
      [
        'spec.accessModes: Unsupported value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
        'spec.accessModes: Unsupported value: "y": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      ],
    ],
    [
      { spec: { accessModes: ["ReadWriteOncePod", "ReadWriteOnce"] } },
      ["spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"],
    ],
    [
      { spec: { accessModes: ["ReadWriteOncePod", "x"] } },
      [
        'spec.accessModes: Unsupported value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      ],
    ],
    [
      { spec: { persistentVolumeReclaimPolicy: "x" } },
      ['spec.persistentVolumeReclaimPolicy: Unsupported value: "x": supported values: "Delete", "Recycle", "Retain"'],
    ],
    [{ spec: { persistentVolumeReclaimPolicy: "" } }, []],
    [{ spec: { persistentVolumeReclaimPolicy: "Recycle" } }, []],
    [
      { spec: { csi: null, hostPath: { path: "/" }, persistentVolumeReclaimPolicy: "Recycle" } },
      ["spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'"],
    ],
    [
      { spec: { csi: null, hostPath: { path: "/./x/.." }, persistentVolumeReclaimPolicy: "Recycle" } },
      [
        "spec.hostPath.path: Invalid value: \"/./x/..\": must not contain '..'",
        "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
      ],
    ],
    [
      { spec: { csi: null, hostPath: { path: "//." }, persistentVolumeReclaimPolicy: "Recycle" } },
      ["spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'"],
    ],
    [{ spec: { storageClassName: "A_" } }, [`spec.storageClassName: Invalid value: "A_": ${formats.subdomain}`]],
    [{ spec: { storageClassName: "" } }, []],
    [{ spec: { volumeMode: "" } }, ['spec.volumeMode: Unsupported value: "": supported values: "Block", "Filesystem"']],
    [
      { spec: { volumeMode: "x" } },
      ['spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"'],
    ],
    [{ spec: { volumeAttributesClassName: "" } }, []],
    [{ spec: { volumeAttributesClassName: "A_" } }, []],
    [
      { spec: { nodeAffinity: { required: null } } },
      ["spec.nodeAffinity.required: Required value: must specify required node constraints"],
    ],
    [{ spec: { nodeAffinity: {} } }, []],
    [
      { spec: { nodeAffinity: { required: { nodeSelectorTerms: [] } } } },
      ["spec.nodeAffinity.required.nodeSelectorTerms: Required value: must have at least one node selector term"],
    ],
    [{ spec: { nodeAffinity: { required: { nodeSelectorTerms: [{}] } } } }, []],
    [
      {
        spec: {
          nodeAffinity: {
            required: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: "", operator: "x" },
                    { key: "a", operator: "In" },
                    { key: "a", operator: "Gt", values: ["1", "2"] },
                    { key: "a", operator: "In", values: ["b c"] },
                  ],
                },
                {
                  matchFields: [
                    { key: "x", operator: "In", values: ["a"] },
                    { key: "metadata.name", operator: "Exists" },
                  ],
                },
              ],
            },
          },
        },
      },
      [
        'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
        'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: Invalid value: "": name part must be non-empty',
        `spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: Invalid value: "": ${formats.qualified}`,
        "spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[1].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        "spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[2].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'",
        `spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[3].values[0]: Invalid value: "b c": ${formats.labelValue}`,
        'spec.nodeAffinity.required.nodeSelectorTerms[1].matchFields[0].key: Invalid value: "x": not a valid field selector key',
        'spec.nodeAffinity.required.nodeSelectorTerms[1].matchFields[1].operator: Invalid value: "Exists": not a valid selector operator',
      ],
    ],
    [
      {
        spec: {
          nodeAffinity: {
            required: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: "beta.kubernetes.io/os", operator: "Exists" },
                    { key: "failure-domain.beta.kubernetes.io/zone", operator: "In", values: ["a"] },
                  ],
                },
              ],
            },
          },
        },
      },
      [],
    ],
    [{ spec: { csi: null } }, ["spec: Required value: must specify a volume type"]],
    [{ spec: { csi: null, local: { path: "/a" } } }, []],
    [
      { spec: { csi: null, local: { path: "/a" }, nodeAffinity: null } },
      ["spec.nodeAffinity: Required value: Local volume requires node affinity"],
    ],
    [
      { spec: { csi: null, local: { path: "a/.." }, nodeAffinity: null } },
      [
        "spec.local.path: Invalid value: \"a/..\": must not contain '..'",
        "spec.nodeAffinity: Required value: Local volume requires node affinity",
      ],
    ],
    [
      { spec: { nfs: { path: "", server: "" }, hostPath: { path: "/" } } },
      [
        "spec.nfs: Forbidden: may not specify more than 1 volume type",
        "spec.csi: Forbidden: may not specify more than 1 volume type",
      ],
    ],
    [
      { spec: { cephfs: {}, storageos: {}, local: { path: "/a" } } },
      [
        "spec.cephfs.monitors: Required value",
        "spec.local: Forbidden: may not specify more than 1 volume type",
        "spec.storageos: Forbidden: may not specify more than 1 volume type",
        "spec.csi: Forbidden: may not specify more than 1 volume type",
      ],
    ],
    [
      {
        metadata: { annotations: { "volume.beta.kubernetes.io/mount-options": "ro" } },
        spec: { csi: null, hostPath: { path: "/a" } },
      },
      [
        "metadata.annotations.volume.beta.kubernetes.io/mount-options: Forbidden: may not specify mount options for this volume type",
      ],
    ],
    [
      {
        metadata: { annotations: { "volume.beta.kubernetes.io/mount-options": "ro" } },
        spec: { csi: null, nfs: { server: "a", path: "/a" } },
      },
      [],
    ],
    [
      {
        metadata: { annotations: { "volume.beta.kubernetes.io/mount-options": "ro" } },
        spec: { csi: null, fc: { targetWWNs: ["a"], lun: 1 } },
      },
      [
        "metadata.annotations.volume.beta.kubernetes.io/mount-options: Forbidden: may not specify mount options for this volume type",
      ],
    ],
    [
      {
        metadata: { annotations: { "volume.beta.kubernetes.io/mount-options": "ro" } },
        spec: { csi: null, photonPersistentDisk: { pdID: "a" } },
      },
      [],
    ],
    [{ metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "x" } } }, []],
    [{ spec: { csi: null, local: { path: "/a" }, persistentVolumeReclaimPolicy: "Recycle" } }, []],
    [
      { spec: { capacity: { storage: "-1500m" } } },
      [
        "spec.capacity[storage]: Invalid value: -2: must be a valid resource quantity",
        'spec.capacity[storage]: Invalid value: "-1500m": must be greater than zero',
      ],
    ],
    [{ spec: { claimRef: {} } }, []],
    [{ spec: { claimRef: { namespace: "a", name: "" } } }, []],
    [{ spec: { mountOptions: [""] } }, []],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { persistentVolumeReclaimPolicy: "Recycle" } },
      [
        "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
      ],
    ],
    [
      {
        spec: {
          nodeAffinity: {
            required: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: "beta.kubernetes.io/os", operator: "Exists" },
                    { key: "failure-domain.beta.kubernetes.io/zone", operator: "In", values: ["a"] },
                  ],
                },
              ],
            },
          },
        },
      },
      [
        'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead',
        'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[1].key: failure-domain.beta.kubernetes.io/zone is deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
      ],
    ],
    [
      {
        metadata: { annotations: { "volume.beta.kubernetes.io/mount-options": "ro" } },
        spec: { csi: null, nfs: { server: "a", path: "/a" } },
      },
      [
        'metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31; use "mountOptions" attribute instead',
      ],
    ],
    [
      {
        metadata: { annotations: { "volume.beta.kubernetes.io/mount-options": "ro" } },
        spec: { csi: null, photonPersistentDisk: { pdID: "a" } },
      },
      [
        'metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31; use "mountOptions" attribute instead',
        "spec.photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+",
      ],
    ],
    [
      { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "x" } } },
      [
        'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
      ],
    ],
    [
      { spec: { csi: null, local: { path: "/a" }, persistentVolumeReclaimPolicy: "Recycle" } },
      [
        "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
      ],
    ],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings(patch)).toEqual(errors);
  });
});
