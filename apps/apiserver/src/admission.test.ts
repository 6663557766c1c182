import { describe, expect, test } from "vitest";
import { checkAdmissionFlags } from "./admission.ts";

describe("admission plugins by flags", () => {
  test.each<[enable: string[], disable: string[], problem: string | undefined]>([
    [[], [], undefined],
    [["NodeRestriction"], ["LimitRanger"], undefined],
    [[], ["PodSecurity", "Priority"], undefined],
    [["Nope"], [], 'enable-admission-plugins plugin "Nope" is unknown'],
    [[], ["Nope"], 'disable-admission-plugins plugin "Nope" is unknown'],
    [["ImagePolicyWebhook"], [], "this server does not have ImagePolicyWebhook"],
    [["LimitRanger"], ["LimitRanger"], "LimitRanger in both enable-admission-plugins and disable-admission-plugins"],
  ])("enabled %j, disabled %j", (enableAdmissionPlugins, disableAdmissionPlugins, problem) => {
    const check = (): void => checkAdmissionFlags({ enableAdmissionPlugins, disableAdmissionPlugins });
    if (problem === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(problem);
  });
});
