import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("CSIDriver", () => {
  const valid = {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: { name: "core.example.com" },
    spec: {
      attachRequired: false,
      podInfoOnMount: true,
      volumeLifecycleModes: ["Persistent", "Ephemeral"],
      tokenRequests: [{ audience: "a", expirationSeconds: 3600 }],
      fsGroupPolicy: "File",
    },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ metadata: { name: "a".repeat(64) } }, []],
    [
      { spec: { fsGroupPolicy: "" } },
      ['spec.fsGroupPolicy: Unsupported value: "": supported values: "File", "None", "ReadWriteOnceWithFSType"'],
    ],
    [
      { spec: { fsGroupPolicy: "x" } },
      ['spec.fsGroupPolicy: Unsupported value: "x": supported values: "File", "None", "ReadWriteOnceWithFSType"'],
    ],
    [
      { spec: { volumeLifecycleModes: ["x", "", "Ephemeral", "Ephemeral"] } },
      [
        'spec.volumeLifecycleModes: Unsupported value: "x": supported values: "Persistent", "Ephemeral"',
        'spec.volumeLifecycleModes: Unsupported value: "": supported values: "Persistent", "Ephemeral"',
      ],
    ],
    [{ spec: { volumeLifecycleModes: [] } }, []],
    [
      {
        spec: {
          tokenRequests: [
            { audience: "" },
            { audience: "" },
            { audience: "a", expirationSeconds: 599 },
            { audience: "b", expirationSeconds: 4294967297 },
            { audience: "a", expirationSeconds: 1 },
          ],
        },
      },
      [
        'spec.tokenRequests[1].audience: Duplicate value: ""',
        "spec.tokenRequests[2].expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes",
        "spec.tokenRequests[3].expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds",
        'spec.tokenRequests[4].audience: Duplicate value: "a"',
      ],
    ],
    [{ spec: { tokenRequests: [] } }, []],
    [{ spec: { attachRequired: null, podInfoOnMount: null, storageCapacity: null } }, []],
    [{ spec: {} }, []],
    [{ spec: { nodeAllocatableUpdatePeriodSeconds: 1 } }, []],
    [{ spec: { seLinuxMount: true, requiresRepublish: true } }, []],
    [
      {
        spec: {
          fsGroupPolicy: "x",
          volumeLifecycleModes: ["x"],
          tokenRequests: [{ audience: "a", expirationSeconds: 1 }],
        },
      },
      [
        'spec.fsGroupPolicy: Unsupported value: "x": supported values: "File", "None", "ReadWriteOnceWithFSType"',
        "spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes",
        'spec.volumeLifecycleModes: Unsupported value: "x": supported values: "Persistent", "Ephemeral"',
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ spec: { attachRequired: true } }, ["spec.attachedRequired: Invalid value: true: field is immutable"]],
    [
      { spec: { volumeLifecycleModes: ["Persistent"] } },
      ['spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{"Persistent"}: field is immutable'],
    ],
    [
      {
        spec: {
          podInfoOnMount: false,
          storageCapacity: true,
          fsGroupPolicy: "None",
          requiresRepublish: true,
          tokenRequests: [],
        },
      },
      [],
    ],
    [
      { spec: { fsGroupPolicy: "x" } },
      ['spec.fsGroupPolicy: Unsupported value: "x": supported values: "File", "None", "ReadWriteOnceWithFSType"'],
    ],
    [{ spec: { attachRequired: null } }, ["spec.attachedRequired: Invalid value: true: field is immutable"]],
    [
      { spec: { attachRequired: true, volumeLifecycleModes: ["x"] } },
      [
        'spec.volumeLifecycleModes: Unsupported value: "x": supported values: "Persistent", "Ephemeral"',
        "spec.attachedRequired: Invalid value: true: field is immutable",
        'spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{"x"}: field is immutable',
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });
});

describe("CSINode", () => {
  const valid = {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSINode",
    spec: { drivers: [{ name: "d.example.com", nodeID: "n1", topologyKeys: ["zone"], allocatable: { count: 5 } }] },
    metadata: { name: "core-csinode" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: { drivers: [] } }, []],
    [{ spec: {} }, []],
    [{ spec: { drivers: null } }, []],
    [
      { spec: { drivers: [{ name: "", nodeID: "" }] } },
      [
        "spec.drivers[0].name: Required value",
        `spec.drivers[0].name: Invalid value: "": ${formats.subdomain}`,
        "spec.drivers[0].nodeID: Required value",
      ],
    ],
    [
      { spec: { drivers: [{ name: "A_", nodeID: "x".repeat(257) }] } },
      [
        `spec.drivers[0].name: Invalid value: "A_": ${formats.subdomain}`,
        'spec.drivers[0].nodeID: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": must be 256 characters or less',
      ],
    ],
    [
      {
        spec: {
          drivers: [
            { name: "a", nodeID: "é".repeat(200), topologyKeys: ["", "a", "a", "a b"], allocatable: { count: -1 } },
            { name: "a", nodeID: "b" },
          ],
        },
      },
      [
        'spec.drivers[0].nodeID: Invalid value: "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé": must be 256 characters or less',
        "spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0",
        "spec.drivers[0]: Required value",
        'spec.drivers[0]: Invalid value: "": name part must be non-empty',
        `spec.drivers[0]: Invalid value: "": ${formats.qualified}`,
        'spec.drivers[0]: Duplicate value: "a"',
        `spec.drivers[0]: Invalid value: "a b": ${formats.qualified}`,
        'spec.drivers[1].name: Duplicate value: "a"',
      ],
    ],
    [
      { spec: { drivers: [{ name: "a".repeat(64), nodeID: "b", allocatable: {} }] } },
      ["spec.drivers[0].name: Too long: may not be more than 63 bytes"],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ spec: { drivers: [] } }, []],
    [
      { spec: { drivers: [{ name: "d.example.com", nodeID: "n2" }] } },
      ['spec.drivers: Invalid value: {"name":"d.example.com","nodeID":"n2"}: field is immutable'],
    ],
    [{ spec: { drivers: [{ name: "e.example.com", nodeID: "n2" }] } }, []],
    [
      {
        spec: { drivers: [{ name: "d.example.com", nodeID: "n1", topologyKeys: ["zone"], allocatable: { count: 6 } }] },
      },
      [
        'spec.drivers: Invalid value: {"name":"d.example.com","nodeID":"n1","topologyKeys":["zone"],"allocatable":{"count":6}}: field is immutable',
      ],
    ],
    [
      { spec: { drivers: [{ name: "d.example.com", nodeID: "", topologyKeys: ["zone"], allocatable: { count: 5 } }] } },
      [
        "spec.drivers[0].nodeID: Required value",
        "spec.drivers[0].nodeID: Required value",
        'spec.drivers: Invalid value: {"name":"d.example.com","nodeID":"","topologyKeys":["zone"],"allocatable":{"count":5}}: field is immutable',
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });
});

describe("CSIStorageCapacity", () => {
  const valid = {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIStorageCapacity",
    storageClassName: "fast",
    capacity: "10Gi",
    maximumVolumeSize: "1Gi",
    nodeTopology: { matchLabels: { zone: "a" } },
    metadata: { name: "core-csistoragecapacity" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ storageClassName: "" }, [`storageClassName: Invalid value: "": ${formats.subdomain}`]],
    [{ storageClassName: "A_" }, [`storageClassName: Invalid value: "A_": ${formats.subdomain}`]],
    [{ storageClassName: null }, [`storageClassName: Invalid value: "": ${formats.subdomain}`]],
    [{ capacity: "-1" }, ['capacity: Invalid value: "-1": must be greater than or equal to 0']],
    [{ capacity: null }, []],
    [{ maximumVolumeSize: "-1" }, []],
    [{ nodeTopology: null }, []],
    [
      { nodeTopology: { matchLabels: { "a b": "c d" } } },
      [
        `nodeTopology.matchLabels: Invalid value: "a b": ${formats.qualified}`,
        `nodeTopology.matchLabels: Invalid value: "c d": ${formats.labelValue}`,
      ],
    ],
    [
      { nodeTopology: { matchExpressions: [{ key: "a", operator: "In" }] } },
      ["nodeTopology.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'"],
    ],
    [
      { nodeTopology: { matchExpressions: [{ key: "a", operator: "In", values: ["b c"] }] } },
      [`nodeTopology.matchExpressions[0].values[0]: Invalid value: "b c": ${formats.labelValue}`],
    ],
    [
      { storageClassName: "A_", capacity: "-1", nodeTopology: { matchLabels: { "a b": "c" } } },
      [
        `nodeTopology.matchLabels: Invalid value: "a b": ${formats.qualified}`,
        `storageClassName: Invalid value: "A_": ${formats.subdomain}`,
        'capacity: Invalid value: "-1": must be greater than or equal to 0',
      ],
    ],
    [
      {
        nodeTopology: {
          matchLabels: { "beta.kubernetes.io/os": "x", "failure-domain.beta.kubernetes.io/zone": "y" },
          matchExpressions: [{ key: "beta.kubernetes.io/arch", operator: "Exists" }],
        },
      },
      [],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        nodeTopology: {
          matchLabels: { "beta.kubernetes.io/os": "x", "failure-domain.beta.kubernetes.io/zone": "y" },
          matchExpressions: [{ key: "beta.kubernetes.io/arch", operator: "Exists" }],
        },
      },
      [
        'nodeTopology.matchExpressions[0].key: beta.kubernetes.io/arch is deprecated since v1.14; use "kubernetes.io/arch" instead',
        'nodeTopology.matchLabels.beta.kubernetes.io/os: deprecated since v1.14; use "kubernetes.io/os" instead',
        'nodeTopology.matchLabels.failure-domain.beta.kubernetes.io/zone: deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
      ],
    ],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ storageClassName: "x" }, ['storageClassName: Invalid value: "x": field is immutable']],
    [{ nodeTopology: null }, ['nodeTopology: Invalid value: "null": field is immutable']],
    [
      { nodeTopology: { matchLabels: { zone: "b" } } },
      ['nodeTopology: Invalid value: {"matchLabels":{"zone":"b"}}: field is immutable'],
    ],
    [{ capacity: "1" }, []],
    [{ capacity: "-1" }, ['capacity: Invalid value: "-1": must be greater than or equal to 0']],
    [
      { storageClassName: "", nodeTopology: { matchLabels: { "a b": "b" } } },
      [
        `nodeTopology.matchLabels: Invalid value: "a b": ${formats.qualified}`,
        `storageClassName: Invalid value: "": ${formats.subdomain}`,
        'nodeTopology: Invalid value: {"matchLabels":{"zone":"a","a b":"b"}}: field is immutable',
        'storageClassName: Invalid value: "": field is immutable',
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });
});
