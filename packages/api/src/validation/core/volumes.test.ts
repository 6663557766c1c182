import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

describe("volumes", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, serviceAccountName: "a", serviceAccount: "a", enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      {
        volumes: [
          { name: "", emptyDir: {} },
          { name: "A_", emptyDir: {} },
          { name: "a", emptyDir: {} },
          { name: "a", emptyDir: {} },
        ],
      },
      [
        "spec.volumes[0].name: Required value",
        `spec.volumes[1].name: Invalid value: "A_": ${formats.label}`,
        'spec.volumes[3].name: Duplicate value: "a"',
      ],
    ],
    [{ volumes: [{ name: "a" }] }, []],
    [
      {
        volumes: [
          { name: "v0", emptyDir: {}, hostPath: { path: "/a" } },
          { name: "v1", secret: { secretName: "a" }, configMap: { name: "b" }, downwardAPI: {} },
        ],
      },
      [
        "spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type",
        "spec.volumes[1].downwarAPI: Forbidden: may not specify more than 1 volume type",
        "spec.volumes[1].configMap: Forbidden: may not specify more than 1 volume type",
      ],
    ],
    [
      { volumes: [{ name: "v0", emptyDir: { sizeLimit: "-1" } }] },
      ["spec.volumes[0].emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity"],
    ],
    [
      {
        volumes: [
          { name: "v0", hostPath: { path: "", type: "x" } },
          { name: "v1", hostPath: { path: "/a/../b" } },
        ],
      },
      [
        "spec.volumes[0].hostPath.path: Required value",
        "spec.volumes[1].hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
      ],
    ],
    [
      {
        volumes: [
          {
            name: "v0",
            secret: {
              secretName: "",
              defaultMode: 512,
              items: [
                { key: "", path: "" },
                { key: "a", path: "/b", mode: -1 },
                { key: "b", path: "a/../b" },
                { key: "c", path: "..d" },
              ],
            },
          },
        ],
      },
      [
        "spec.volumes[0].secret.secretName: Required value",
        "spec.volumes[0].secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive",
        "spec.volumes[0].secret.items[0].key: Required value",
        "spec.volumes[0].secret.items[0].path: Required value",
        'spec.volumes[0].secret.items[1].path: Invalid value: "/b": must be a relative path',
        "spec.volumes[0].secret.items[1].mode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive",
        "spec.volumes[0].secret.items[2].path: Invalid value: \"a/../b\": must not contain '..'",
        "spec.volumes[0].secret.items[3].path: Invalid value: \"..d\": must not start with '..'",
      ],
    ],
    [
      { volumes: [{ name: "v0", configMap: { name: "", defaultMode: -1, items: [{ key: "a", path: "../b" }] } }] },
      [
        "spec.volumes[0].configMap.name: Required value",
        "spec.volumes[0].configMap.defaultMode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive",
        "spec.volumes[0].configMap.items[0].path: Invalid value: \"../b\": must not contain '..'",
      ],
    ],
    [
      { volumes: [{ name: "v0", persistentVolumeClaim: { claimName: "" } }] },
      ["spec.volumes[0].persistentVolumeClaim.claimName: Required value"],
    ],
    [
      {
        volumes: [
          { name: "*", emptyDir: {}, ephemeral: {} },
          { name: "*", ephemeral: {} },
        ],
      },
      [
        "spec.volumes[0].ephemeral: Forbidden: may not specify more than 1 volume type",
        `spec.volumes[0].name: Invalid value: "*": ${formats.label}`,
        "spec.volumes[1].ephemeral.volumeClaimTemplate: Required value",
        `spec.volumes[1].name: Invalid value: "*": PVC name "web-*": ${formats.subdomain}`,
        `spec.volumes[1].name: Invalid value: "*": ${formats.label}`,
      ],
    ],
    [
      { volumes: [{ name: "v0", nfs: { server: "", path: "a" } }] },
      [
        "spec.volumes[0].nfs.server: Required value",
        'spec.volumes[0].nfs.path: Invalid value: "a": must be an absolute path',
      ],
    ],
    [
      {
        volumes: [
          { name: "v0", csi: { driver: "" } },
          { name: "v1", csi: { driver: "A_", nodePublishSecretRef: {} } },
          { name: "v2", csi: { driver: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" } },
        ],
      },
      [
        "spec.volumes[0].csi.driver: Required value",
        `spec.volumes[0].csi.driver: Invalid value: "": ${formats.subdomain}`,
        `spec.volumes[1].csi.driver: Invalid value: "A_": ${formats.subdomain}`,
        "spec.volumes[1].csi.nodePublishSecretRef.name: Required value",
        "spec.volumes[2].csi.driver: Too long: may not be more than 63 bytes",
      ],
    ],
    [
      { volumes: [{ name: "v0", gitRepo: { repository: "", directory: "/a" } }] },
      [
        "spec.volumes[0].gitRepo.repository: Required value",
        'spec.volumes[0].gitRepo.directory: Invalid value: "/a": must be a relative path',
      ],
    ],
    [
      {
        volumes: [
          {
            name: "v0",
            downwardAPI: {
              defaultMode: 512,
              items: [
                { path: "a" },
                { path: "", fieldRef: { fieldPath: "metadata.name" } },
                { path: "b", mode: 512, fieldRef: { fieldPath: "status.podIP" } },
                {
                  path: "c",
                  fieldRef: { fieldPath: "metadata.uid" },
                  resourceFieldRef: { containerName: "c", resource: "limits.cpu" },
                },
                { path: "d", resourceFieldRef: { resource: "limits.cpu" } },
                { path: "../e", resourceFieldRef: { containerName: "c", resource: "x" } },
              ],
            },
          },
        ],
      },
      [
        "spec.volumes[0].downwardAPI.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive",
        "spec.volumes[0].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required",
        "spec.volumes[0].downwardAPI.path: Required value",
        'spec.volumes[0].downwardAPI.fieldRef.fieldPath: Unsupported value: "status.podIP": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
        "spec.volumes[0].downwardAPI.mode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive",
        'spec.volumes[0].downwardAPI: Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously',
        "spec.volumes[0].downwardAPI.resourceFieldRef.containerName: Required value",
        "spec.volumes[0].downwardAPI.path: Invalid value: \"../e\": must not contain '..'",
        'spec.volumes[0].downwardAPI.resourceFieldRef.resource: Unsupported value: "x": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
      ],
    ],
    [
      {
        volumes: [
          {
            name: "v0",
            projected: {
              defaultMode: 512,
              sources: [
                { secret: { name: "" }, configMap: { name: "a" } },
                { serviceAccountToken: { path: "", expirationSeconds: 1 } },
                { serviceAccountToken: { path: "/a", expirationSeconds: 4294967297 } },
                { configMap: { name: "m", items: [{ key: "a", path: "x" }] } },
                { secret: { name: "s", items: [{ key: "a", path: "x" }] } },
              ],
            },
          },
        ],
      },
      [
        "spec.volumes[0].projected.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive",
        "spec.volumes[0].projected.sources[0].secret.name: Required value",
        "spec.volumes[0].projected.sources[0]: Forbidden: may not specify more than 1 volume type per source",
        "spec.volumes[0].projected.sources[1].serviceAccountToken.expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes",
        "spec.volumes[0].projected.path: Required value",
        "spec.volumes[0].projected.sources[2].serviceAccountToken.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds",
        'spec.volumes[0].projected.path: Invalid value: "/a": must be a relative path',
        'spec.volumes[0].projected: Invalid value: "s": conflicting duplicate paths',
      ],
    ],
    [
      {
        volumes: [
          { name: "v0", ephemeral: {} },
          { name: "v1", ephemeral: { volumeClaimTemplate: { metadata: { name: "a", labels: { _: "a" } }, spec: {} } } },
          {
            name: "v2",
            ephemeral: {
              volumeClaimTemplate: {
                spec: {
                  accessModes: ["x", "ReadWriteOncePod"],
                  volumeMode: "x",
                  storageClassName: "A_",
                  resources: { requests: { storage: "0" } },
                  selector: { matchLabels: { _: "a" } },
                  dataSource: { kind: "X", name: "" },
                },
              },
            },
          },
        ],
      },
      [
        "spec.volumes[0].ephemeral.volumeClaimTemplate: Required value",
        `spec.volumes[1].ephemeral.volumeClaimTemplate.metadata.labels: Invalid value: "_": ${formats.qualified}`,
        "spec.volumes[1].ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set",
        "spec.volumes[1].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required",
        "spec.volumes[1].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value",
        `spec.volumes[2].ephemeral.volumeClaimTemplate.spec.selector.matchLabels: Invalid value: "_": ${formats.qualified}`,
        'spec.volumes[2].ephemeral.volumeClaimTemplate.spec.accessModes: Unsupported value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
        'spec.volumes[2].ephemeral.volumeClaimTemplate.spec.resources[storage]: Invalid value: "0": must be greater than zero',
        `spec.volumes[2].ephemeral.volumeClaimTemplate.spec.storageClassName: Invalid value: "A_": ${formats.subdomain}`,
        'spec.volumes[2].ephemeral.volumeClaimTemplate.spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"',
        "spec.volumes[2].ephemeral.volumeClaimTemplate.spec.dataSource.name: Required value",
        "spec.volumes[2].ephemeral.volumeClaimTemplate.spec.dataSource: Invalid value: \"X\": must be 'PersistentVolumeClaim' when referencing the default apiGroup",
      ],
    ],
    [
      {
        volumes: [
          {
            name: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            ephemeral: {
              volumeClaimTemplate: {
                spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } } },
              },
            },
          },
        ],
      },
      [],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});
