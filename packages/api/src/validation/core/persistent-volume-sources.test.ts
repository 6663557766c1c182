import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("the source of a PersistentVolume", () => {
  const valid = {
    apiVersion: "v1",
    kind: "PersistentVolume",
    spec: {
      capacity: { storage: "5Gi" },
      accessModes: ["ReadWriteOnce"],
      csi: { driver: "d.example.com", volumeHandle: "h" },
    },
    metadata: { name: "core-persistentvolume" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [
      { hostPath: { path: "/a/..", type: "x" } },
      [
        "spec.hostPath.path: Invalid value: \"/a/..\": must not contain '..'",
        'spec.hostPath.type: Unsupported value: "x": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
      ],
    ],
    [
      { gcePersistentDisk: { pdName: "", partition: 300 } },
      [
        "spec.persistentDisk.pdName: Required value",
        "spec.persistentDisk.partition: Invalid value: 300: must be between 1 and 255, inclusive",
      ],
    ],
    [
      { awsElasticBlockStore: { volumeID: "", partition: -1 } },
      [
        "spec.awsElasticBlockStore.volumeID: Required value",
        "spec.awsElasticBlockStore.partition: Invalid value: -1: must be between 1 and 255, inclusive",
      ],
    ],
    [
      { glusterfs: { endpoints: "", path: "", endpointsNamespace: "A.b" } },
      [
        "spec.glusterfs.endpoints: Required value",
        "spec.glusterfs.path: Required value",
        `spec.glusterfs.endpointsNamespace: Invalid value: "A.b": ${formats.label}`,
      ],
    ],
    [{ flocker: {} }, ["spec.flocker: Required value: one of datasetName and datasetUUID is required"]],
    [
      { nfs: { server: "", path: "a" } },
      ["spec.nfs.server: Required value", 'spec.nfs.path: Invalid value: "a": must be an absolute path'],
    ],
    [{ rbd: { monitors: [], image: "" } }, ["spec.rbd.monitors: Required value", "spec.rbd.image: Required value"]],
    [
      { quobyte: { registry: "a", volume: "" } },
      [
        'spec.quobyte.registry: Invalid value: "a": must be a host:port pair or multiple pairs separated by commas',
        "spec.quobyte.volume: Required value",
      ],
    ],
    [{ cephfs: { monitors: [] } }, ["spec.cephfs.monitors: Required value"]],
    [
      { iscsi: { targetPortal: "", iqn: "x", lun: 300, chapAuthDiscovery: true, initiatorName: "x" } },
      [
        "spec.iscsi.targetPortal: Required value",
        'spec.iscsi.iqn: Invalid value: "x": must be valid format',
        "spec.iscsi.lun: Invalid value: 300: must be between 0 and 255, inclusive",
        "spec.iscsi.secretRef: Required value",
        'spec.iscsi.initiatorname: Invalid value: "x": must be valid format',
      ],
    ],
    [
      { cinder: { volumeID: "", secretRef: {} } },
      [
        "spec.cinder.volumeID: Required value",
        "spec.cinder.secretRef.name: Required value",
        "spec.cinder.secretRef.namespace: Required value",
      ],
    ],
    [{ fc: {} }, ["spec.fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both"]],
    [
      { flexVolume: { driver: "", options: { "kubernetes.io/a": "b" } } },
      [
        "spec.flexVolume.driver: Required value",
        'spec.flexVolume.options[kubernetes.io/a]: Invalid value: "kubernetes.io/a": kubernetes.io and k8s.io namespaces are reserved',
      ],
    ],
    [
      { azureFile: { secretName: "", shareName: "", secretNamespace: "" } },
      [
        "spec.azureFile.secretName: Required value",
        "spec.azureFile.shareName: Required value",
        "spec.azureFile.secretNamespace: Required value",
      ],
    ],
    [{ vsphereVolume: { volumePath: "" } }, ["spec.vsphereVolume.volumePath: Required value"]],
    [{ photonPersistentDisk: { pdID: "" } }, ["spec.photonPersistentDisk.pdID: Required value"]],
    [{ portworxVolume: { volumeID: "" } }, ["spec.portworxVolume.volumeID: Required value"]],
    [
      { azureDisk: { diskName: "", diskURI: "", cachingMode: "x", kind: "y" } },
      [
        "spec.azureDisk.diskName: Required value",
        "spec.azureDisk.diskURI: Required value",
        'spec.azureDisk.cachingMode: Unsupported value: "x": supported values: "None", "ReadOnly", "ReadWrite"',
        'spec.azureDisk.kind: Unsupported value: "y": supported values: "Dedicated", "Managed", "Shared"',
        'spec.azureDisk.diskURI: Unsupported value: "": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"',
      ],
    ],
    [
      { scaleIO: { gateway: "", system: "", secretRef: {}, volumeName: "" } },
      [
        "spec.scaleIO.gateway: Required value",
        "spec.scaleIO.system: Required value",
        "spec.scaleIO.volumeName: Required value",
      ],
    ],
    [
      { local: { path: "" } },
      ["spec.local.path: Required value", "spec.nodeAffinity: Required value: Local volume requires node affinity"],
    ],
    [
      { storageos: { volumeName: "A.b", volumeNamespace: "C.d", secretRef: {} } },
      [
        `spec.storageos.volumeName: Invalid value: "A.b": ${formats.label}`,
        `spec.storageos.volumeNamespace: Invalid value: "C.d": ${formats.label}`,
        "spec.storageos.secretRef.name: Required value",
        "spec.storageos.secretRef.namespace: Required value",
      ],
    ],
    [{ hostPath: { path: "/a" } }, []],
    [{ gcePersistentDisk: { pdName: "a" } }, []],
    [{ awsElasticBlockStore: { volumeID: "a" } }, []],
    [{ glusterfs: { endpoints: "a", path: "b" } }, []],
    [{ flocker: { datasetName: "a" } }, []],
    [{ nfs: { server: "a", path: "/a" } }, []],
    [{ rbd: { monitors: ["a"], image: "b" } }, []],
    [{ quobyte: { registry: "a:1", volume: "b" } }, []],
    [{ cephfs: { monitors: ["a"] } }, []],
    [{ iscsi: { targetPortal: "a", iqn: "iqn.2001-04.com.example:storage.kube.sys1.xyz", lun: 1 } }, []],
    [{ cinder: { volumeID: "a" } }, []],
    [{ fc: { targetWWNs: ["a"], lun: 1 } }, []],
    [{ flexVolume: { driver: "a" } }, []],
    [{ azureFile: { secretName: "a", shareName: "b" } }, []],
    [{ vsphereVolume: { volumePath: "a" } }, []],
    [{ photonPersistentDisk: { pdID: "a" } }, []],
    [{ portworxVolume: { volumeID: "a" } }, []],
    [{ azureDisk: { diskName: "a", diskURI: "https://a" } }, []],
    [{ scaleIO: { gateway: "a", system: "b", secretRef: { name: "a" }, volumeName: "c" } }, []],
    [{ storageos: { volumeName: "a" } }, []],
    [
      { csi: { driver: "a.b", volumeHandle: "h", nodeExpandSecretRef: { name: "-x", namespace: "1.5" } } },
      [
        `spec.csi.nodeExpandSecretRef.name: Invalid value: "-x": ${formats.subdomain}`,
        'spec.csi.nodeExpandSecretRef.namespace: Invalid value: "1.5": must not contain dots',
      ],
    ],
    [
      {
        csi: {
          driver: "",
          volumeHandle: "",
          controllerPublishSecretRef: {},
          nodePublishSecretRef: {},
          nodeStageSecretRef: {},
          controllerExpandSecretRef: {},
          nodeExpandSecretRef: {},
        },
      },
      [
        "spec.csi.driver: Required value",
        `spec.csi.driver: Invalid value: "": ${formats.subdomain}`,
        "spec.csi.volumeHandle: Required value",
        "spec.csi.controllerPublishSecretRef.name: Required value",
        "spec.csi.controllerPublishSecretRef.namespace: Required value",
        "spec.csi.controllerExpandSecretRef.name: Required value",
        "spec.csi.controllerExpandSecretRef.namespace: Required value",
        "spec.csi.nodePublishSecretRef.name: Required value",
        "spec.csi.nodePublishSecretRef.namespace: Required value",
        "spec.csi.nodeExpandSecretRef.name: Required value",
        "spec.csi.nodeExpandSecretRef.namespace: Required value",
      ],
    ],
    [
      {
        iscsi: {
          targetPortal: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          iqn: "iqn.2001-04.com.example:storage.kube.sys1.xyz",
          lun: 1,
          initiatorName: "iqn.2001-04.com.example:storage",
        },
      },
      [
        'spec.iscsi.targetportal: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
      ],
    ],
    [
      {
        iscsi: {
          targetPortal: "a",
          iqn: "iqn.2001-04.com.example:storage.kube.sys1.xyz",
          lun: 1,
          initiatorName: "iqn.2001-04.com.example:storage",
        },
      },
      [],
    ],
    [{ csi: { driver: "A_B", volumeHandle: "a" } }, [`spec.csi.driver: Invalid value: "A_B": ${formats.subdomain}`]],
    [
      { glusterfs: { endpoints: "a", path: "b", endpointsNamespace: "" } },
      [
        'spec.glusterfs.endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid namespace name',
      ],
    ],
    [
      { nfs: { path: "", server: "" }, hostPath: { path: "/" } },
      ["spec.nfs: Forbidden: may not specify more than 1 volume type"],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create({ spec: { csi: null, ...patch } })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ glusterfs: { endpoints: "a", path: "b" } }, ["spec.glusterfs: deprecated in v1.25, non-functional in v1.26+"]],
    [{ rbd: { monitors: ["a"], image: "b" } }, ["spec.rbd: deprecated in v1.28, non-functional in v1.31+"]],
    [{ cephfs: { monitors: ["a"] } }, ["spec.cephfs: deprecated in v1.28, non-functional in v1.31+"]],
    [
      { photonPersistentDisk: { pdID: "a" } },
      ["spec.photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+"],
    ],
    [
      { scaleIO: { gateway: "a", system: "b", secretRef: { name: "a" }, volumeName: "c" } },
      ["spec.scaleIO: deprecated in v1.16, non-functional in v1.22+"],
    ],
    [{ storageos: { volumeName: "a" } }, ["spec.storageOS: deprecated in v1.22, non-functional in v1.25+"]],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings({ spec: { csi: null, ...patch } })).toEqual(errors);
  });
});
