import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";
import { storedContainer } from "../testing/pods.ts";

describe("annotations of a template and the profiles of its containers", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "PodTemplate",
    metadata: { name: "web" },
    template: {
      spec: {
        containers: [storedContainer],
        dnsPolicy: "ClusterFirst",
        restartPolicy: "Always",
        terminationGracePeriodSeconds: 30,
        schedulerName: "default-scheduler",
      },
    },
  });
  const appArmor = "container.apparmor.security.beta.kubernetes.io/c";
  const seccomp = "seccomp.security.alpha.kubernetes.io/pod";
  const ofContainer = "template.spec.containers[0].securityContext.appArmorProfile";
  const otherType = (at: string, what: string): string =>
    `${at}.type: Forbidden: ${what} type in annotation and field must match`;

  it.each<[key: string, text: string, securityContext: object, errors: readonly string[]]>([
    [appArmor, "runtime/default", { appArmorProfile: { type: "RuntimeDefault" } }, []],
    [appArmor, "unconfined", { appArmorProfile: { type: "RuntimeDefault" } }, [otherType(ofContainer, "apparmor")]],
    [appArmor, "", { appArmorProfile: { type: "Unconfined" } }, [otherType(ofContainer, "apparmor")]],
    [
      appArmor,
      "localhost/a",
      { appArmorProfile: { type: "Localhost", localhostProfile: "b" } },
      [`${ofContainer}.localhostProfile: Forbidden: apparmor profile in annotation and field must match`],
    ],
    [seccomp, "docker/default", { seccompProfile: { type: "RuntimeDefault" } }, []],
    [
      seccomp,
      "other",
      { seccompProfile: { type: "RuntimeDefault" } },
      [
        `template.annotations.${seccomp}: Invalid value: "other": must be a valid seccomp profile`,
        otherType("template.spec.securityContext.seccompProfile", "seccomp"),
      ],
    ],
    [
      seccomp,
      "unconfined",
      { seccompProfile: { type: "Bogus" } },
      [
        'template.spec.securityContext.seccompProfile.type: Unsupported value: "Bogus": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
      ],
    ],
  ])("%s: %s and %j", (key, text, securityContext, errors) => {
    const template = { metadata: { annotations: { [key]: text } }, spec: { securityContext } };
    expect(judged.create({ template })).toEqual(errors);
  });
});
