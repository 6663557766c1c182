import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

describe("tokens without an account", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      { volumes: [{ name: "v0", projected: { sources: [{ serviceAccountToken: { path: "a" } }] } }] },
      [
        "spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set",
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("volumes of drivers", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      {
        volumes: [
          { name: "v0", iscsi: { targetPortal: "", iqn: "", lun: 256 } },
          { name: "v1", iscsi: { targetPortal: "a", iqn: "x", lun: 1, initiatorName: "y" } },
          { name: "v2", iscsi: { targetPortal: "a", iqn: "iqn.x", lun: 1, chapAuthSession: true } },
          { name: "v3", iscsi: { targetPortal: "a", iqn: "iqn.2012-07.a.b:c", lun: 1, secretRef: {} } },
        ],
      },
      [
        "spec.volumes[0].iscsi.targetPortal: Required value",
        "spec.volumes[0].iscsi.iqn: Required value",
        "spec.volumes[0].iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive",
        'spec.volumes[1].iscsi.iqn: Invalid value: "x": must be valid format starting with iqn, eui, or naa',
        'spec.volumes[1].iscsi.initiatorname: Invalid value: "y": must be valid format starting with iqn, eui, or naa',
        'spec.volumes[2].iscsi.iqn: Invalid value: "iqn.x": must be valid format',
        "spec.volumes[2].iscsi.secretRef: Required value",
      ],
    ],
    [
      {
        volumes: [
          { name: "v0", gcePersistentDisk: { pdName: "", partition: 256 } },
          { name: "v1", awsElasticBlockStore: { volumeID: "", partition: -1 } },
        ],
      },
      [
        "spec.volumes[0].persistentDisk.pdName: Required value",
        "spec.volumes[0].persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive",
        "spec.volumes[1].awsElasticBlockStore.volumeID: Required value",
        "spec.volumes[1].awsElasticBlockStore.partition: Invalid value: -1: must be between 1 and 255, inclusive",
      ],
    ],
    [
      {
        volumes: [
          { name: "v0", glusterfs: { endpoints: "", path: "" } },
          { name: "v1", rbd: { monitors: [], image: "" } },
          { name: "v2", cinder: { volumeID: "", secretRef: {} } },
          { name: "v3", cephfs: { monitors: [] } },
        ],
      },
      [
        "spec.volumes[0].glusterfs.endpoints: Required value",
        "spec.volumes[0].glusterfs.path: Required value",
        "spec.volumes[1].rbd.monitors: Required value",
        "spec.volumes[1].rbd.image: Required value",
        "spec.volumes[2].cinder.volumeID: Required value",
        "spec.volumes[2].cinder.secretRef.name: Required value",
        "spec.volumes[3].cephfs.monitors: Required value",
      ],
    ],
    [
      {
        volumes: [
          { name: "v0", flocker: {} },
          { name: "v1", flocker: { datasetName: "a/b", datasetUUID: "c" } },
        ],
      },
      [
        "spec.volumes[0].flocker: Required value: one of datasetName and datasetUUID is required",
        'spec.volumes[1].flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
        "spec.volumes[1].flocker.datasetName: Invalid value: \"a/b\": must not contain '/'",
      ],
    ],
    [
      {
        volumes: [
          { name: "v0", fc: {} },
          { name: "v1", fc: { targetWWNs: ["a"], wwids: ["b"] } },
          { name: "v2", fc: { targetWWNs: ["a"], lun: 256 } },
        ],
      },
      [
        "spec.volumes[0].fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both",
        'spec.volumes[1].fc.targetWWNs: Invalid value: []string{"a"}: targetWWNs and wwids can not be specified simultaneously',
        "spec.volumes[1].fc.lun: Required value: lun is required if targetWWNs is specified",
        "spec.volumes[2].fc.lun: Invalid value: 256: must be between 0 and 255, inclusive",
      ],
    ],
    [
      {
        volumes: [
          {
            name: "v0",
            flexVolume: { driver: "", options: { "kubernetes.io/a": "b", "x.k8s.io/a": "b", "ok/a": "b" } },
          },
        ],
      },
      [
        "spec.volumes[0].flexVolume.driver: Required value",
        'spec.volumes[0].flexVolume.options[kubernetes.io/a]: Invalid value: "kubernetes.io/a": kubernetes.io and k8s.io namespaces are reserved',
        'spec.volumes[0].flexVolume.options[x.k8s.io/a]: Invalid value: "x.k8s.io/a": kubernetes.io and k8s.io namespaces are reserved',
      ],
    ],
    [
      {
        volumes: [
          { name: "v0", azureFile: { secretName: "", shareName: "" } },
          { name: "v1", azureDisk: { diskName: "", diskURI: "", cachingMode: "x", kind: "x" } },
          { name: "v2", azureDisk: { diskName: "a", diskURI: "x", kind: "Managed" } },
          { name: "v3", azureDisk: { diskName: "a", diskURI: "x", kind: "Shared" } },
        ],
      },
      [
        "spec.volumes[0].azureFile.secretName: Required value",
        "spec.volumes[0].azureFile.shareName: Required value",
        "spec.volumes[1].azureDisk.diskName: Required value",
        "spec.volumes[1].azureDisk.diskURI: Required value",
        'spec.volumes[1].azureDisk.cachingMode: Unsupported value: "x": supported values: "None", "ReadOnly", "ReadWrite"',
        'spec.volumes[1].azureDisk.kind: Unsupported value: "x": supported values: "Dedicated", "Managed", "Shared"',
        'spec.volumes[1].azureDisk.diskURI: Unsupported value: "": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
        'spec.volumes[2].azureDisk.diskURI: Unsupported value: "x": supported values: "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"',
        'spec.volumes[3].azureDisk.diskURI: Unsupported value: "x": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
      ],
    ],
    [
      {
        volumes: [
          { name: "v0", vsphereVolume: { volumePath: "" } },
          { name: "v1", photonPersistentDisk: { pdID: "" } },
          { name: "v2", portworxVolume: { volumeID: "" } },
          { name: "v3", scaleIO: { gateway: "", system: "", volumeName: "", secretRef: {} } },
        ],
      },
      [
        "spec.volumes[0].vsphereVolume.volumePath: Required value",
        "spec.volumes[1].photonPersistentDisk.pdID: Required value",
        "spec.volumes[2].portworxVolume.volumeID: Required value",
        "spec.volumes[3].scaleIO.gateway: Required value",
        "spec.volumes[3].scaleIO.system: Required value",
        "spec.volumes[3].scaleIO.volumeName: Required value",
      ],
    ],
    [
      {
        volumes: [
          { name: "v0", storageos: { volumeName: "", secretRef: {} } },
          { name: "v1", storageos: { volumeName: "A_", volumeNamespace: "A_" } },
          {
            name: "v2",
            storageos: {
              volumeName: "a",
              volumeNamespace: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            },
          },
        ],
      },
      [
        "spec.volumes[0].storageos.volumeName: Required value",
        "spec.volumes[0].storageos.secretRef.name: Required value",
        `spec.volumes[1].storageos.volumeName: Invalid value: "A_": ${formats.label}`,
        `spec.volumes[1].storageos.volumeNamespace: Invalid value: "A_": ${formats.label}`,
        'spec.volumes[2].storageos.volumeNamespace: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": must be no more than 63 characters',
      ],
    ],
    [
      {
        volumes: [
          { name: "v0", quobyte: { registry: "", volume: "" } },
          { name: "v1", quobyte: { registry: "a", volume: "b" } },
          {
            name: "v2",
            quobyte: {
              registry: "a:1",
              volume: "b",
              tenant: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            },
          },
        ],
      },
      [
        "spec.volumes[0].quobyte.registry: Required value: must be a host:port pair or multiple pairs separated by commas",
        "spec.volumes[0].quobyte.volume: Required value",
        'spec.volumes[1].quobyte.registry: Invalid value: "a": must be a host:port pair or multiple pairs separated by commas',
        "spec.volumes[2].quobyte.tenant: Required value: must be a UUID and may not exceed a length of 64 characters",
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});
