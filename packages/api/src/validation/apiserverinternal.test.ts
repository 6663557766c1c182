import { describe, expect, it } from "vitest";
import { formats } from "./testing/formats.ts";
import { judgeKind } from "./testing/judge-kind.ts";

describe("StorageVersion", () => {
  const judged = judgeKind({ apiVersion: "internal.apiserver.k8s.io/v1alpha1", kind: "StorageVersion", spec: {} });

  describe("a name", () => {
    it.each<[object, readonly string[]]>([
      [{ metadata: { name: "apps.x" } }, []],
      [
        { metadata: { name: "foo" } },
        ['metadata.name: Invalid value: "foo": name must be in the form of <group>.<resource>'],
      ],
      [
        { metadata: { name: "A_.b" } },
        [`metadata.name: Invalid value: "A_.b": the group segment ${formats.subdomain}`],
      ],
      [
        { metadata: { name: "a.b.C" } },
        [`metadata.name: Invalid value: "a.b.C": the resource segment ${formats.serviceName}`],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(patch)).toEqual(errors);
    });
  });

  describe("a status", () => {
    const wrap = (status: object): object => ({ status });
    it.each<[object, readonly string[]]>([
      [
        { storageVersions: [{ apiServerID: "", encodingVersion: "", decodableVersions: [] }] },
        [
          `.storageVersions[0].apiServerID: Invalid value: "": ${formats.subdomain}`,
          '.storageVersions[0].encodingVersion: Invalid value: "": version part: must be non-empty',
          ".storageVersions[0].decodableVersions: Invalid value: []: decodableVersions must include encodingVersion ",
          '.commonEncodingVersion: Invalid value: "null": the common encoding version is ',
        ],
      ],
      [
        { storageVersions: [{ apiServerID: "A_", encodingVersion: "a/b/c", decodableVersions: ["x/y", ""] }] },
        [
          `.storageVersions[0].apiServerID: Invalid value: "A_": ${formats.subdomain}`,
          ".storageVersions[0].encodingVersion: Invalid value: \"a/b/c\": an apiVersion is a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')",
          '.storageVersions[0].decodableVersions[1]: Invalid value: "": version part: must be non-empty',
          '.storageVersions[0].decodableVersions: Invalid value: []string{"x/y", ""}: decodableVersions must include encodingVersion a/b/c',
          '.commonEncodingVersion: Invalid value: "null": the common encoding version is a/b/c',
        ],
      ],
      [
        {
          storageVersions: [
            {
              apiServerID: "a",
              encodingVersion: "apps/v1",
              decodableVersions: ["apps/v1"],
              servedVersions: ["apps/v2"],
            },
          ],
        },
        [
          '.storageVersions[0].servedVersions[0]: Invalid value: "apps/v2": individual served version : apps/v2 must be included in decodableVersions : [apps/v1]',
          '.commonEncodingVersion: Invalid value: "null": the common encoding version is apps/v1',
        ],
      ],
      [
        { commonEncodingVersion: "q", storageVersions: [] },
        [
          '.commonEncodingVersion: Invalid value: "q": should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet',
        ],
      ],
      [
        { commonEncodingVersion: "apps/v1" },
        [
          '.commonEncodingVersion: Invalid value: "apps/v1": should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet',
        ],
      ],
      [
        {
          conditions: [
            { type: "A", status: "x" },
            { type: "", status: "" },
          ],
        },
        [
          "[0].reason: Required value: reason cannot be empty",
          "[0].message: Required value: message cannot be empty",
          '[1].type: Invalid value: "": name part must be non-empty',
          `[1].type: Invalid value: "": ${formats.qualified}`,
          '[1].status: Invalid value: "": name part must be non-empty',
          `[1].status: Invalid value: "": ${formats.qualified}`,
          "[1].reason: Required value: reason cannot be empty",
          "[1].message: Required value: message cannot be empty",
        ],
      ],
      [
        {
          commonEncodingVersion: "zz",
          storageVersions: [{ apiServerID: "a", encodingVersion: "apps/v1", decodableVersions: ["apps/v1"] }],
        },
        ['.commonEncodingVersion: Invalid value: "zz": the actual common encoding version is apps/v1'],
      ],
      [
        {
          commonEncodingVersion: "V1",
          storageVersions: [{ apiServerID: "a", encodingVersion: "V1", decodableVersions: ["V1"] }],
        },
        [
          `.storageVersions[0].encodingVersion: Invalid value: "V1": version part: ${formats.serviceName}`,
          `.storageVersions[0].decodableVersions[0]: Invalid value: "V1": version part: ${formats.serviceName}`,
        ],
      ],
      [
        {
          commonEncodingVersion: "apps/V1",
          storageVersions: [{ apiServerID: "a", encodingVersion: "apps/V1", decodableVersions: ["apps/V1"] }],
        },
        [
          `.storageVersions[0].encodingVersion: Invalid value: "apps/V1": version part: ${formats.serviceName}`,
          `.storageVersions[0].decodableVersions[0]: Invalid value: "apps/V1": version part: ${formats.serviceName}`,
        ],
      ],
      [
        {
          commonEncodingVersion: "A_/v1",
          storageVersions: [{ apiServerID: "a", encodingVersion: "A_/v1", decodableVersions: ["A_/v1"] }],
        },
        [
          `.storageVersions[0].encodingVersion: Invalid value: "A_/v1": group part: ${formats.subdomain}`,
          `.storageVersions[0].decodableVersions[0]: Invalid value: "A_/v1": group part: ${formats.subdomain}`,
        ],
      ],
      [
        {
          commonEncodingVersion: "/v1",
          storageVersions: [{ apiServerID: "a", encodingVersion: "/v1", decodableVersions: ["/v1"] }],
        },
        [
          '.storageVersions[0].encodingVersion: Invalid value: "/v1": group part: must be non-empty',
          '.storageVersions[0].decodableVersions[0]: Invalid value: "/v1": group part: must be non-empty',
        ],
      ],
      [
        {
          commonEncodingVersion: "a/",
          storageVersions: [{ apiServerID: "a", encodingVersion: "a/", decodableVersions: ["a/"] }],
        },
        [
          '.storageVersions[0].encodingVersion: Invalid value: "a/": version part: must be non-empty',
          '.storageVersions[0].decodableVersions[0]: Invalid value: "a/": version part: must be non-empty',
        ],
      ],
      [
        {
          commonEncodingVersion: "1",
          storageVersions: [{ apiServerID: "a", encodingVersion: "1", decodableVersions: ["1"] }],
        },
        [
          `.storageVersions[0].encodingVersion: Invalid value: "1": version part: ${formats.serviceName}`,
          `.storageVersions[0].decodableVersions[0]: Invalid value: "1": version part: ${formats.serviceName}`,
        ],
      ],
      [
        {
          commonEncodingVersion: "a/b/c",
          storageVersions: [{ apiServerID: "a", encodingVersion: "a/b/c", decodableVersions: ["a/b/c"] }],
        },
        [
          ".storageVersions[0].encodingVersion: Invalid value: \"a/b/c\": an apiVersion is a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')",
          ".storageVersions[0].decodableVersions[0]: Invalid value: \"a/b/c\": an apiVersion is a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')",
        ],
      ],
      [
        {
          storageVersions: [
            { apiServerID: "a", encodingVersion: "v1", decodableVersions: ["v1"] },
            { apiServerID: "b", encodingVersion: "v2", decodableVersions: ["v2"] },
          ],
        },
        [],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.subresource("status", wrap(patch))).toEqual(errors.map((error) => `status${error}`));
    });
  });
});
