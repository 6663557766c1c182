import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

/** A pod with one container. */
function container(fields: object): object {
  return { spec: { containers: [{ name: "c", image: "i", ...fields }] } };
}

describe("the security context of a container", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [{ hostUsers: false, containers: [{ name: "c", image: "i", securityContext: { procMount: "Unmasked" } }] }, []],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ securityContext: {} }, []],
    [
      { securityContext: { runAsUser: -1, runAsGroup: 2147483648 } },
      [
        "spec.containers[0].securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive",
        "spec.containers[0].securityContext.runAsGroup: Invalid value: 2147483648: must be between 0 and 2147483647, inclusive",
      ],
    ],
    [
      {
        securityContext: {
          privileged: true,
          allowPrivilegeEscalation: false,
          capabilities: { add: ["CAP_SYS_ADMIN"] },
        },
      },
      [
        'spec.containers[0].securityContext: Invalid value: {"privileged":true,"allowPrivilegeEscalation":false,"capabilities":{"add":["CAP_SYS_ADMIN"]}}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
        'spec.containers[0].securityContext: Invalid value: {"privileged":true,"allowPrivilegeEscalation":false,"capabilities":{"add":["CAP_SYS_ADMIN"]}}: cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
      ],
    ],
    [{ securityContext: { allowPrivilegeEscalation: false, capabilities: { add: ["SYS_ADMIN"] } } }, []],
    [
      { securityContext: { procMount: "x" } },
      ['spec.containers[0].securityContext.procMount: Unsupported value: "x": supported values: "Default", "Unmasked"'],
    ],
    [
      { securityContext: { procMount: "Unmasked" } },
      [
        'spec.containers[0].securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`',
      ],
    ],
    [
      { securityContext: { seccompProfile: { type: "" }, appArmorProfile: { type: "" } } },
      [
        "spec.containers[0].securityContext.seccompProfile.type: Required value: type is required when seccompProfile is set",
        "spec.containers[0].securityContext.appArmorProfile.type: Required value: type is required when appArmorProfile is set",
      ],
    ],
    [
      {
        securityContext: {
          seccompProfile: { type: "X", localhostProfile: "/a" },
          appArmorProfile: { type: "X", localhostProfile: "a" },
        },
      },
      [
        'spec.containers[0].securityContext.seccompProfile.type: Unsupported value: "X": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
        'spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: {"type":"X","localhostProfile":"/a"}: can only be set when seccomp type is Localhost',
        'spec.containers[0].securityContext.appArmorProfile.type: Unsupported value: "X": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
      ],
    ],
    [
      { securityContext: { seccompProfile: { type: "Localhost" }, appArmorProfile: { type: "Localhost" } } },
      [
        "spec.containers[0].securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost",
        "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost",
      ],
    ],
    [
      {
        securityContext: {
          seccompProfile: { type: "Localhost", localhostProfile: "../a" },
          appArmorProfile: { type: "Localhost", localhostProfile: " a" },
        },
      },
      [
        "spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: \"../a\": must not contain '..'",
        'spec.containers[0].securityContext.appArmorProfile.localhostProfile: Invalid value: " a": must not be padded with whitespace',
      ],
    ],
  ])("is made of %j", (fields, errors) => {
    expect(judged.create(container(fields))).toEqual(errors);
  });
});

describe("the security context of a pod", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      { securityContext: { fsGroup: -1, runAsUser: -1, runAsGroup: -1, supplementalGroups: [1, -1] } },
      [
        "spec.securityContext.fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive",
        "spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive",
        "spec.securityContext.runAsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive",
        "spec.securityContext.supplementalGroups[1]: Invalid value: -1: must be between 0 and 2147483647, inclusive",
      ],
    ],
    [
      { securityContext: { fsGroupChangePolicy: "x", supplementalGroupsPolicy: "x", seLinuxChangePolicy: "x" } },
      [
        'spec.securityContext.fsGroupChangePolicy: Unsupported value: "x": supported values: "Always", "OnRootMismatch"',
        'spec.securityContext.supplementalGroupsPolicy: Unsupported value: "x": supported values: "Merge", "Strict"',
        'spec.securityContext.seLinuxChangePolicy: Unsupported value: "x": supported values: "Recursive"',
      ],
    ],
    [
      {
        securityContext: { sysctls: [{ name: "" }, { name: "A" }, { name: "a.b" }, { name: "a.b" }, { name: "a/b" }] },
      },
      [
        "spec.securityContext.sysctls[0].name: Required value",
        'spec.securityContext.sysctls[1].name: Invalid value: "A": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
        'spec.securityContext.sysctls[3].name: Duplicate value: "a.b"',
      ],
    ],
    [
      {
        hostNetwork: true,
        hostIPC: true,
        securityContext: {
          sysctls: [
            { name: "net.a" },
            { name: "net/a" },
            { name: "kernel.sem" },
            { name: "kernel/shm_x" },
            { name: "fs.mqueue.a" },
            { name: "vm.a" },
          ],
        },
      },
      [
        "spec.securityContext.sysctls[0].name: Invalid value: \"net.a\": may not be specified when 'hostNetwork' is true",
        "spec.securityContext.sysctls[1].name: Invalid value: \"net/a\": may not be specified when 'hostNetwork' is true",
        "spec.securityContext.sysctls[2].name: Invalid value: \"kernel.sem\": may not be specified when 'hostIPC' is true",
        "spec.securityContext.sysctls[4].name: Invalid value: \"fs.mqueue.a\": may not be specified when 'hostIPC' is true",
      ],
    ],
    [
      { hostPID: true, shareProcessNamespace: true, securityContext: {} },
      [
        "spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled",
      ],
    ],
    [
      { hostUsers: false, hostNetwork: true, hostPID: true, hostIPC: true },
      [
        "spec.hostNetwork: Forbidden: when `pod.Spec.HostUsers` is false",
        "spec.HostPID: Forbidden: when `pod.Spec.HostUsers` is false",
        "spec.HostIPC: Forbidden: when `pod.Spec.HostUsers` is false",
      ],
    ],
    [
      {
        securityContext: {
          seccompProfile: { type: "RuntimeDefault", localhostProfile: "a" },
          appArmorProfile: { type: "Unconfined", localhostProfile: "a" },
        },
      },
      [
        'spec.securityContext.seccompProfile.localhostProfile: Invalid value: {"type":"RuntimeDefault","localhostProfile":"a"}: can only be set when seccomp type is Localhost',
        'spec.securityContext.appArmorProfile.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost',
      ],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});
