import { describe, expect, test } from "vitest";
import { checkAdmissionFlags } from "./check.ts";

describe("admission plugins by flags", () => {
  test.each<[enable: string[], disable: string[], problem: string | undefined]>([
    [[], [], undefined],
    [["NodeRestriction"], ["LimitRanger"], undefined],
    [["ServiceAccount", "Priority", "PodTopologyLabels"], ["PodSecurity", "ValidatingAdmissionWebhook"], undefined],
    [["Nope"], [], 'enable-admission-plugins plugin "Nope" is unknown'],
    [[], ["Nope"], 'disable-admission-plugins plugin "Nope" is unknown'],
    [
      ["Nope", "priority"],
      [],
      '[enable-admission-plugins plugin "Nope" is unknown, enable-admission-plugins plugin "priority" is unknown]',
    ],
    [["ImagePolicyWebhook"], [], "ImagePolicyWebhook has no webhook"],
    [
      ["LimitRanger"],
      ["LimitRanger"],
      "[LimitRanger] in enable-admission-plugins and disable-admission-plugins overlapped",
    ],
    [["EventRateLimit"], [], "EventRateLimit has no limits"],
  ])("enabled %j, disabled %j", (enableAdmissionPlugins, disableAdmissionPlugins, problem) => {
    const check = (): void => checkAdmissionFlags({ enableAdmissionPlugins, disableAdmissionPlugins });
    if (problem === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(problem);
  });
});
