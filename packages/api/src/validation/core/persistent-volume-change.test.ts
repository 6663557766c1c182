import { describe, expect, it } from "vitest";
import { merged } from "../testing/judge.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { zonalVolume } from "../testing/zonal-volume.ts";

describe("a change of a PersistentVolume", () => {
  const judged = judgeKind(zonalVolume);

  it.each<[object, readonly string[]]>([[{}, []]])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { csi: { volumeHandle: "x" } } },
      [
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n- csi.volumeHandle: "h"\n+ csi.volumeHandle: "x"',
      ],
    ],
    [
      { spec: { csi: null, nfs: { path: "/a", server: "b" } } },
      [
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n- csi: {"driver":"d.example.com","volumeHandle":"h"}\n+ nfs: {"path":"/a","server":"b"}',
      ],
    ],
    [{ spec: { csi: { controllerExpandSecretRef: { name: "a", namespace: "b" } } } }, []],
    [
      { spec: { csi: { nodeExpandSecretRef: { name: "a", namespace: "b" } } } },
      [
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n+ csi.nodeExpandSecretRef: {"name":"a","namespace":"b"}',
      ],
    ],
    [{ spec: { volumeMode: "Block" } }, ['volumeMode: Invalid value: "Block": field is immutable']],
    [
      { spec: { volumeMode: "x" } },
      [
        'spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"',
        'spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"',
        'volumeMode: Invalid value: "x": field is immutable',
      ],
    ],
    [
      { spec: { nodeAffinity: null } },
      ['nodeAffinity: Invalid value: "null": field is immutable, except for updating from beta label to GA'],
    ],
    [
      {
        spec: {
          nodeAffinity: {
            required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["b"] }] }] },
          },
        },
      },
      [
        'nodeAffinity: Invalid value: {"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"zone","operator":"In","values":["b"]}]}]}}: field is immutable, except for updating from beta label to GA',
      ],
    ],
    [
      { spec: { nodeAffinity: { required: null } } },
      [
        "spec.nodeAffinity.required: Required value: must specify required node constraints",
        "spec.nodeAffinity.required: Required value: must specify required node constraints",
        "nodeAffinity: Invalid value: {}: field is immutable, except for updating from beta label to GA",
      ],
    ],
    [
      { spec: { nodeAffinity: { required: { nodeSelectorTerms: null } } } },
      [
        "spec.nodeAffinity.required.nodeSelectorTerms: Required value: must have at least one node selector term",
        "spec.nodeAffinity.required.nodeSelectorTerms: Required value: must have at least one node selector term",
        'nodeAffinity: Invalid value: {"required":{}}: field is immutable, except for updating from beta label to GA',
      ],
    ],
    [
      {
        spec: {
          capacity: { storage: "6Gi" },
          accessModes: ["ReadOnlyMany"],
          storageClassName: "slow",
          persistentVolumeReclaimPolicy: "Delete",
          claimRef: { namespace: "a", name: "b" },
          mountOptions: ["a"],
        },
      },
      [],
    ],
    [{ spec: { volumeMode: null } }, []],
    [
      { spec: { capacity: null } },
      [
        "spec.capacity: Required value",
        'spec.capacity: Unsupported value: {}: supported values: "storage"',
        "spec.capacity: Required value",
        'spec.capacity: Unsupported value: {}: supported values: "storage"',
      ],
    ],
    [{ spec: { volumeAttributesClassName: "x" } }, []],
    [{ metadata: { labels: { a: "b" } } }, []],
    [
      { spec: { csi: { volumeHandle: "" }, volumeMode: "Block", nodeAffinity: null } },
      [
        "spec.csi.volumeHandle: Required value",
        "spec.csi.volumeHandle: Required value",
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n- csi.volumeHandle: "h"\n+ csi.volumeHandle: ""',
        'volumeMode: Invalid value: "Block": field is immutable',
        'nodeAffinity: Invalid value: "null": field is immutable, except for updating from beta label to GA',
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ status: { phase: "x" } }, []],
    [{ status: { phase: "Bound", message: "a", reason: "b" } }, []],
    [{ spec: { capacity: null }, status: { phase: "Bound" } }, []],
  ])("status updated with %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });

  const secretVolume = judgeKind(
    merged(zonalVolume, {
      spec: {
        csi: {
          controllerExpandSecretRef: { name: "a", namespace: "b" },
          nodeExpandSecretRef: { name: "a", namespace: "b" },
        },
      },
    }),
  );

  it.each<[object, readonly string[]]>([
    [
      { spec: { csi: { controllerExpandSecretRef: { name: "x" } } } },
      [
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n- csi.controllerExpandSecretRef.name: "a"\n+ csi.controllerExpandSecretRef.name: "x"',
      ],
    ],
    [
      { spec: { csi: { controllerExpandSecretRef: null } } },
      [
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n- csi.controllerExpandSecretRef: {"name":"a","namespace":"b"}',
      ],
    ],
    [
      { spec: { csi: { nodeExpandSecretRef: { name: "x" } } } },
      [
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n- csi.nodeExpandSecretRef.name: "a"\n+ csi.nodeExpandSecretRef.name: "x"',
      ],
    ],
    [
      { spec: { csi: { nodeExpandSecretRef: null } } },
      [
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n- csi.nodeExpandSecretRef: {"name":"a","namespace":"b"}',
      ],
    ],
    [
      { spec: { csi: { controllerPublishSecretRef: { name: "a", namespace: "b" } } } },
      [
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n+ csi.controllerPublishSecretRef: {"name":"a","namespace":"b"}',
      ],
    ],
    [
      { spec: { csi: { volumeHandle: "z", controllerExpandSecretRef: { name: "x" } } } },
      [
        'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n- csi.volumeHandle: "h"\n+ csi.volumeHandle: "z"\n- csi.controllerExpandSecretRef.name: "a"\n+ csi.controllerExpandSecretRef.name: "x"',
      ],
    ],
  ])("a volume with secrets for its driver updated with %j", (patch, errors) => {
    expect(secretVolume.update(patch)).toEqual(errors);
  });

  const betaZonalVolume = judgeKind(
    merged(zonalVolume, {
      spec: {
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: "beta.kubernetes.io/os", operator: "In", values: ["a"] },
                  { key: "failure-domain.beta.kubernetes.io/zone", operator: "In", values: ["a"] },
                ],
              },
            ],
          },
        },
      },
    }),
  );

  it.each<[object, readonly string[]]>([
    [
      {
        spec: {
          nodeAffinity: {
            required: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: "kubernetes.io/os", operator: "In", values: ["a"] },
                    { key: "topology.kubernetes.io/zone", operator: "In", values: ["a"] },
                  ],
                },
              ],
            },
          },
        },
      },
      [],
    ],
    [
      {
        spec: {
          nodeAffinity: {
            required: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: "kubernetes.io/os", operator: "In", values: ["a"] },
                    { key: "topology.kubernetes.io/zone", operator: "In", values: ["b"] },
                  ],
                },
              ],
            },
          },
        },
      },
      [
        'nodeAffinity: Invalid value: {"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"kubernetes.io/os","operator":"In","values":["a"]},{"key":"topology.kubernetes.io/zone","operator":"In","values":["b"]}]}]}}: field is immutable, except for updating from beta label to GA',
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
                    { key: "kubernetes.io/os", operator: "In", values: ["a"] },
                    { key: "x", operator: "In", values: ["a"] },
                  ],
                },
              ],
            },
          },
        },
      },
      [
        'nodeAffinity: Invalid value: {"required":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"kubernetes.io/os","operator":"In","values":["a"]},{"key":"x","operator":"In","values":["a"]}]}]}}: field is immutable, except for updating from beta label to GA',
      ],
    ],
  ])("a volume with affinity by beta labels updated with %j", (patch, errors) => {
    expect(betaZonalVolume.update(patch)).toEqual(errors);
  });

  const unboundVolume = judgeKind(merged(zonalVolume, { spec: { nodeAffinity: null } }));

  it.each<[object, readonly string[]]>([
    [
      {
        spec: {
          nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }] } },
        },
      },
      [],
    ],
  ])("a volume without affinity updated with %j", (patch, errors) => {
    expect(unboundVolume.update(patch)).toEqual(errors);
  });
});
