import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

describe("annotations of a pod", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      { metadata: { annotations: { "kubernetes.io/config.mirror": "x" } } },
      [
        'metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
      ],
    ],
    [
      { metadata: { annotations: { "scheduler.alpha.kubernetes.io/tolerations": '[{"key":"_"}]' } } },
      [
        `metadata.annotations.scheduler.alpha.kubernetes.io/tolerations[0].key: Invalid value: "_": ${formats.qualified}`,
      ],
    ],
    [
      {
        metadata: {
          annotations: {
            "seccomp.security.alpha.kubernetes.io/pod": "x",
            "container.seccomp.security.alpha.kubernetes.io/c": "localhost/../a",
          },
        },
      },
      [
        'metadata.annotations.seccomp.security.alpha.kubernetes.io/pod: Invalid value: "x": must be a valid seccomp profile',
        "metadata.annotations.container.seccomp.security.alpha.kubernetes.io/c: Invalid value: \"../a\": must not contain '..'",
      ],
    ],
    [
      {
        metadata: {
          annotations: {
            "container.apparmor.security.beta.kubernetes.io/c": "x",
            "container.apparmor.security.beta.kubernetes.io/d": "unconfined",
          },
        },
      },
      [
        'metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: Invalid value: "x": invalid AppArmor profile name: "x"',
        'metadata.annotations[container.apparmor.security.beta.kubernetes.io/d]: Invalid value: "d": container not found',
      ],
    ],
    [
      { metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "" } } },
      ['metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "": must be a 32bit integer'],
    ],
    [{ metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "0" } } }, []],
    [{ metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "-0" } } }, []],
    [{ metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "-1" } } }, []],
    [
      { metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "+1" } } },
      [
        'metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "+1": must be a 32bit integer',
      ],
    ],
    [
      { metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "01" } } },
      [
        'metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "01": must be a 32bit integer',
      ],
    ],
    [
      { metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "1.5" } } },
      [
        'metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "1.5": must be a 32bit integer',
      ],
    ],
    [
      { metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "2147483648" } } },
      [
        'metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "2147483648": must be a 32bit integer',
      ],
    ],
    [{ metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "-2147483648" } } }, []],
    [
      {
        metadata: { annotations: { "seccomp.security.alpha.kubernetes.io/pod": "unconfined" } },
        spec: { securityContext: { seccompProfile: { type: "RuntimeDefault" } } },
      },
      ["spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match"],
    ],
    [
      {
        metadata: { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "localhost/a" } },
        spec: {
          containers: [
            {
              name: "c",
              image: "i",
              securityContext: { appArmorProfile: { type: "Localhost", localhostProfile: "b" } },
            },
          ],
        },
      },
      [
        "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Forbidden: apparmor profile in annotation and field must match",
      ],
    ],
    [
      {
        metadata: { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "runtime/default" } },
        spec: { securityContext: { appArmorProfile: { type: "Unconfined" } } },
      },
      [
        "spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match",
      ],
    ],
    [
      {
        metadata: { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "" } },
        spec: { securityContext: { appArmorProfile: { type: "RuntimeDefault" } } },
      },
      [
        "spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match",
      ],
    ],
  ])("is made of %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  const appArmor = "container.apparmor.security.beta.kubernetes.io/c";
  const profiled = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", annotations: { [appArmor]: "runtime/default" } },
    spec: {
      containers: [
        { name: "c", image: "i" },
        { name: "d", image: "i" },
      ],
    },
  });
  const other = "container.apparmor.security.beta.kubernetes.io/d";
  it.each<[Readonly<Record<string, string | undefined>>, readonly string[]]>([
    [{ [appArmor]: "runtime/default", a: "b" }, []],
    [
      { [appArmor]: "unconfined" },
      [`metadata.annotations[${appArmor}]: Forbidden: may not remove or update AppArmor annotations`],
    ],
    [
      { [appArmor]: undefined },
      [`metadata.annotations[${appArmor}]: Forbidden: may not remove or update AppArmor annotations`],
    ],
    [{ [other]: "unconfined" }, [`metadata.annotations[${other}]: Forbidden: may not add AppArmor annotations`]],
  ])("are changed to %j", (annotations, errors) => {
    expect(profiled.update({ metadata: { annotations } })).toEqual(errors);
  });
});
