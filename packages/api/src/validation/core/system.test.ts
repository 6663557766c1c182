import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

describe("options for Windows", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      { securityContext: { windowsOptions: { gmsaCredentialSpecName: "A_", gmsaCredentialSpec: "" } } },
      [
        `spec.securityContext.windowsOptions.gmsaCredentialSpecName: Invalid value: "A_": ${formats.subdomain}`,
        'spec.securityContext.windowsOptions.gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string',
      ],
    ],
    [
      { securityContext: { windowsOptions: { runAsUserName: "" } } },
      ['spec.securityContext.windowsOptions.runAsUserName: Invalid value: "": runAsUserName cannot be an empty string'],
    ],
    [{ securityContext: { windowsOptions: { runAsUserName: "a\\b" } } }, []],
    [
      { securityContext: { windowsOptions: { runAsUserName: "a\\b\\c" } } },
      [
        'spec.securityContext.windowsOptions.runAsUserName: Invalid value: "a\\\\b\\\\c": runAsUserName cannot contain more than one backslash',
      ],
    ],
    [
      { securityContext: { windowsOptions: { runAsUserName: "\\c" } } },
      [
        "spec.securityContext.windowsOptions.runAsUserName: Invalid value: \"\\\\c\": runAsUserName's Domain doesn't match the NetBios nor the DNS format",
      ],
    ],
    [
      { securityContext: { windowsOptions: { runAsUserName: "a\\" } } },
      [
        'spec.securityContext.windowsOptions.runAsUserName: Invalid value: "a\\\\": runAsUserName\'s User cannot be empty',
      ],
    ],
    [
      { securityContext: { windowsOptions: { runAsUserName: "a\\?" } } },
      [
        'spec.securityContext.windowsOptions.runAsUserName: Invalid value: "a\\\\?": runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]',
      ],
    ],
    [
      { securityContext: { windowsOptions: { runAsUserName: ". ." } } },
      [
        'spec.securityContext.windowsOptions.runAsUserName: Invalid value: ". .": runAsUserName\'s User cannot contain only periods or spaces',
      ],
    ],
    [
      { securityContext: { windowsOptions: { runAsUserName: "x\u0001" } } },
      [
        'spec.securityContext.windowsOptions.runAsUserName: Invalid value: "x\\x01": runAsUserName cannot contain control characters',
      ],
    ],
    [
      {
        securityContext: {
          windowsOptions: {
            runAsUserName:
              "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
          },
        },
      },
      [
        'spec.securityContext.windowsOptions.runAsUserName: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": runAsUserName\'s User length must not be longer than 104 characters',
      ],
    ],
    [{ securityContext: { windowsOptions: { runAsUserName: "ABCDEFGHIJKLMNOP.q\\u" } } }, []],
    [
      { securityContext: { windowsOptions: { runAsUserName: "abcdefghijklmnop-\\u" } } },
      [
        "spec.securityContext.windowsOptions.runAsUserName: Invalid value: \"abcdefghijklmnop-\\\\u\": runAsUserName's Domain doesn't match the NetBios nor the DNS format",
      ],
    ],
    [
      {
        securityContext: {
          windowsOptions: {
            runAsUserName:
              "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\u",
          },
        },
      },
      [
        'spec.securityContext.windowsOptions.runAsUserName: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\\\u": runAsUserName\'s Domain length must be under 256 characters',
        "spec.securityContext.windowsOptions.runAsUserName: Invalid value: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\\\u\": runAsUserName's Domain doesn't match the NetBios nor the DNS format",
      ],
    ],
    [
      { securityContext: { windowsOptions: { hostProcess: true } } },
      ["spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers"],
    ],
    [{ hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } }, []],
    [
      {
        hostNetwork: true,
        containers: [
          { name: "c", image: "i", securityContext: { windowsOptions: { hostProcess: true } } },
          { name: "d", image: "i" },
        ],
      },
      [
        'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers',
      ],
    ],
    [
      {
        hostNetwork: true,
        securityContext: { windowsOptions: { hostProcess: true } },
        containers: [{ name: "c", image: "i", securityContext: { windowsOptions: { hostProcess: false } } }],
      },
      [
        "spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: false: pod hostProcess value must be identical if both are specified, was true",
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("the operating system", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [{ os: { name: "" } }, ["spec.os.name: Required value: cannot be empty"]],
    [{ os: { name: "x" } }, ['spec.os: Unsupported value: "x": supported values: "linux", "windows"']],
    [
      {
        os: { name: "linux" },
        securityContext: { windowsOptions: {} },
        containers: [{ name: "c", image: "i", securityContext: { windowsOptions: {} } }],
      },
      [
        "spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod",
        "spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod",
      ],
    ],
    [
      {
        os: { name: "windows" },
        hostUsers: true,
        hostPID: true,
        hostIPC: true,
        shareProcessNamespace: true,
        securityContext: {
          seLinuxOptions: {},
          fsGroup: 1,
          fsGroupChangePolicy: "Always",
          runAsUser: 1,
          runAsGroup: 1,
          supplementalGroups: [1],
          supplementalGroupsPolicy: "Merge",
          seLinuxChangePolicy: "Recursive",
          sysctls: [{ name: "a", value: "b" }],
          seccompProfile: { type: "Unconfined" },
          appArmorProfile: { type: "Unconfined" },
        },
      },
      [
        "spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled",
        "spec.securityContext.appArmorProfile: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.seLinuxOptions: Forbidden: cannot be set for a windows pod",
        "spec.hostUsers: Forbidden: cannot be set for a windows pod",
        "spec.hostPID: Forbidden: cannot be set for a windows pod",
        "spec.hostIPC: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.seccompProfile: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.fsGroupChangePolicy: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.sysctls: Forbidden: cannot be set for a windows pod",
        "spec.shareProcessNamespace: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.runAsGroup: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.supplementalGroups: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.supplementalGroupsPolicy: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.seLinuxChangePolicy: Forbidden: cannot be set for a windows pod",
      ],
    ],
    [
      {
        os: { name: "windows" },
        initContainers: [{ name: "d", image: "i", securityContext: { privileged: false } }],
        containers: [
          {
            name: "c",
            image: "i",
            securityContext: {
              seLinuxOptions: {},
              readOnlyRootFilesystem: true,
              runAsUser: 1,
              runAsGroup: 1,
              privileged: true,
              allowPrivilegeEscalation: true,
              capabilities: {},
              procMount: "Default",
              seccompProfile: { type: "Unconfined" },
              appArmorProfile: { type: "Unconfined" },
            },
          },
        ],
      },
      [
        "spec.initContainers[0].securityContext.privileged: Forbidden: cannot be set for a windows pod",
        "spec.containers[0].securityContext.appArmorProfile: Forbidden: cannot be set for a windows pod",
        "spec.containers[0].securityContext.seLinuxOptions: Forbidden: cannot be set for a windows pod",
        "spec.containers[0].securityContext.seccompProfile: Forbidden: cannot be set for a windows pod",
        "spec.containers[0].securityContext.capabilities: Forbidden: cannot be set for a windows pod",
        "spec.containers[0].securityContext.readOnlyRootFilesystem: Forbidden: cannot be set for a windows pod",
        "spec.containers[0].securityContext.privileged: Forbidden: cannot be set for a windows pod",
        "spec.containers[0].securityContext.allowPrivilegeEscalation: Forbidden: cannot be set for a windows pod",
        "spec.containers[0].securityContext.procMount: Forbidden: cannot be set for a windows pod",
        "spec.containers[0].securityContext.runAsUser: Forbidden: cannot be set for a windows pod",
        "spec.containers[0].securityContext.runAsGroup: Forbidden: cannot be set for a windows pod",
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});
