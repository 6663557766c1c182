import { describe, expect, it } from "vitest";
import { formats } from "./testing/formats.ts";
import { judgeKind } from "./testing/judge-kind.ts";

describe("APIService", () => {
  const judged = judgeKind({
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    spec: {
      group: "compare.example.org",
      version: "v1",
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      insecureSkipTLSVerify: true,
      service: { namespace: "compare", name: "x", port: 443 },
    },
  });

  describe("a name", () => {
    it.each<[object, readonly string[]]>([
      [{ metadata: { name: "v1.compare.example.org" }, spec: {} }, []],
      [
        { metadata: { name: "foo" }, spec: {} },
        ['metadata.name: Invalid value: "foo": must be `spec.version+"."+spec.group`: "v1.compare.example.org"'],
      ],
      [
        { metadata: { name: "v1.x", generateName: "v1." }, spec: {} },
        [
          'metadata.generateName: Invalid value: "v1.": must be `spec.version+"."+spec.group`: "v1.compare.example.org"',
          'metadata.name: Invalid value: "v1.x": must be `spec.version+"."+spec.group`: "v1.compare.example.org"',
        ],
      ],
      [{ metadata: { name: "a/b" }, spec: {} }, ["metadata.name: Invalid value: \"a/b\": may not contain '/'"]],
      [
        { metadata: { name: "v2." }, spec: { group: "", version: "v2" } },
        ["spec.group: Required value: only v1 may have an empty group and it better be legacy kube"],
      ],
      [
        { metadata: { name: "v1.Bad_" }, spec: { group: "Bad_" } },
        [`spec.group: Invalid value: "Bad_": ${formats.subdomain}`],
      ],
      [
        { metadata: { name: "V_1.compare.example.org" }, spec: { version: "V_1" } },
        [`spec.version: Invalid value: "V_1": ${formats.serviceName}`],
      ],
      [
        { metadata: { name: "zz" }, spec: { group: "", version: "" } },
        [
          'metadata.name: Invalid value: "zz": must be `spec.version+"."+spec.group`: "."',
          "spec.group: Required value: only v1 may have an empty group and it better be legacy kube",
          `spec.version: Invalid value: "": ${formats.serviceName}`,
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(patch)).toEqual(errors);
    });
  });

  describe("a spec", () => {
    const wrap = (spec: object): object => ({ metadata: { name: "v1.compare.example.org" }, spec });
    it.each<[object, readonly string[]]>([
      [{ groupPriorityMinimum: 0 }, ["groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000"]],
      [
        { groupPriorityMinimum: 20001 },
        ["groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000"],
      ],
      [{ groupPriorityMinimum: 20000, versionPriority: 1000 }, []],
      [{ versionPriority: 0 }, ["versionPriority: Invalid value: 0: must be positive and less than 1000"]],
      [{ versionPriority: 1001 }, ["versionPriority: Invalid value: 1001: must be positive and less than 1000"]],
      [
        { service: null },
        ["insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify"],
      ],
      [{ service: null, insecureSkipTLSVerify: false }, []],
      [
        { service: null, insecureSkipTLSVerify: false, caBundle: "Zm9v" },
        ['caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle'],
      ],
      [{ caBundle: "Zm9v" }, ["insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present"]],
      [{ insecureSkipTLSVerify: false, caBundle: "Zm9v" }, []],
      [{ service: { name: "", namespace: "" } }, ["service.namespace: Required value", "service.name: Required value"]],
      [{ service: { port: 0 } }, [`service.port: Invalid value: 0: port is not valid: ${formats.port}`]],
      [{ service: { port: 70000 } }, [`service.port: Invalid value: 70000: port is not valid: ${formats.port}`]],
      [{ service: { name: "A_", namespace: "B_" } }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.${error}`));
    });
  });
});
