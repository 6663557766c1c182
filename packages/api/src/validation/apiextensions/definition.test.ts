import { describe, expect, it } from "vitest";
import { fooDefinition } from "../testing/custom-resource-definition.ts";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("CustomResourceDefinition", () => {
  const judged = judgeKind(fooDefinition);

  describe("names", () => {
    const expected = 'must be spec.names.plural+"."+spec.group';
    it.each<[object, readonly string[]]>([
      [{ name: "foos.rest.example.com" }, []],
      [{ name: "foos.rest.example.com", generateName: "foos.rest.example.com" }, []],
      [
        { name: "foos.rest.example.com", generateName: "g-" },
        [`metadata.generateName: Invalid value: "g-": ${expected}`],
      ],
      [
        { name: "A", generateName: "G" },
        [
          `metadata.generateName: Invalid value: "G": ${formats.subdomain}`,
          `metadata.generateName: Invalid value: "G": ${expected}`,
          `metadata.name: Invalid value: "A": ${formats.subdomain}`,
          `metadata.name: Invalid value: "A": ${expected}`,
        ],
      ],
    ])("%j", (metadata, errors) => {
      expect(judged.create({ metadata })).toEqual(errors);
    });
  });

  describe("a spec", () => {
    const wrap = (spec: object): object => ({ spec });
    it.each<[object, readonly string[]]>([
      [{}, []],
      [
        { group: "" },
        [
          'metadata.name: Invalid value: "foos.rest.example.com": must be spec.names.plural+"."+spec.group',
          "spec.group: Required value",
        ],
      ],
      [
        { group: "foo" },
        [
          'metadata.name: Invalid value: "foos.rest.example.com": must be spec.names.plural+"."+spec.group',
          'spec.group: Invalid value: "foo": should be a domain with at least one dot',
        ],
      ],
      [
        { group: "A_b.c" },
        [
          'metadata.name: Invalid value: "foos.rest.example.com": must be spec.names.plural+"."+spec.group',
          `spec.group: Invalid value: "A_b.c": ${formats.subdomain}`,
        ],
      ],
      [{ scope: "x" }, ['spec.scope: Unsupported value: "x": supported values: "Cluster", "Namespaced"']],
      [{ scope: "" }, ["spec.scope: Required value"]],
      [
        { preserveUnknownFields: true },
        [
          "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
        ],
      ],
      [{ preserveUnknownFields: false }, []],
      [
        { conversion: { strategy: "x" } },
        ['spec.conversion.strategy: Unsupported value: "x": supported values: "None", "Webhook"'],
      ],
      [{ conversion: { strategy: "" } }, ["spec.conversion.strategy: Required value"]],
      [
        { conversion: { strategy: "Webhook" } },
        [
          "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook",
          "spec.conversion.conversionReviewVersions: Required value",
        ],
      ],
      [
        { conversion: { strategy: "None", webhook: { conversionReviewVersions: ["v1"] } } },
        ["spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook"],
      ],
      [
        {
          conversion: {
            strategy: "Webhook",
            webhook: { conversionReviewVersions: ["v5"], clientConfig: { url: "http://x" } },
          },
        },
        [
          "spec.conversion.webhookClientConfig.url: Invalid value: \"http\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
          'spec.conversion.conversionReviewVersions: Invalid value: []string{"v5"}: must include at least one of v1, v1beta1',
        ],
      ],
      [
        {
          scope: "x",
          group: "y",
          names: { plural: "1", singular: "A", kind: "-", listKind: "-", shortNames: ["A"], categories: ["B"] },
        },
        [
          'metadata.name: Invalid value: "foos.rest.example.com": must be spec.names.plural+"."+spec.group',
          'spec.group: Invalid value: "y": should be a domain with at least one dot',
          'spec.scope: Unsupported value: "x": supported values: "Cluster", "Namespaced"',
          `spec.names.plural: Invalid value: "1": ${formats.serviceName}`,
          `spec.names.singular: Invalid value: "A": ${formats.serviceName}`,
          `spec.names.kind: Invalid value: "-": may have mixed case, but should otherwise match: ${formats.serviceName}`,
          `spec.names.listKind: Invalid value: "-": may have mixed case, but should otherwise match: ${formats.serviceName}`,
          `spec.names.shortNames[0]: Invalid value: "A": ${formats.serviceName}`,
          'spec.names.listKind: Invalid value: "-": kind and listKind may not be the same',
          `spec.names.categories[0]: Invalid value: "B": ${formats.serviceName}`,
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors);
    });
  });

  describe("names", () => {
    const wrap = (names: object): object => ({ spec: { names } });
    it.each<[object, readonly string[]]>([
      [{ singular: "A" }, [`singular: Invalid value: "A": ${formats.serviceName}`]],
      [{ kind: "foo-x" }, []],
      [{ listKind: "Foo" }, ['listKind: Invalid value: "Foo": kind and listKind may not be the same']],
      [
        { listKind: "x_" },
        [`listKind: Invalid value: "x_": may have mixed case, but should otherwise match: ${formats.serviceName}`],
      ],
      [{ shortNames: ["A"] }, [`shortNames[0]: Invalid value: "A": ${formats.serviceName}`]],
      [{ shortNames: [""] }, [`shortNames[0]: Invalid value: "": ${formats.serviceName}`]],
      [{ shortNames: ["a", "a", "foos"] }, []],
      [
        { categories: ["A_", ""] },
        [
          `categories[0]: Invalid value: "A_": ${formats.serviceName}`,
          `categories[1]: Invalid value: "": ${formats.serviceName}`,
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.names.${error}`));
    });
  });

  describe("a version", () => {
    const wrap = (version: object): object => ({
      spec: {
        versions: [
          { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } }, ...version },
        ],
      },
    });
    it.each<[object, readonly string[]]>([
      [{ served: false }, []],
      [{ schema: null }, ["spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required"]],
      [{ deprecated: true, deprecationWarning: "x" }, []],
      [
        { deprecationWarning: "x" },
        ['spec.versions[0].deprecationWarning: Invalid value: "x": can only be set for deprecated versions'],
      ],
      [
        { deprecationWarning: "a\nb" },
        ['spec.versions[0].deprecationWarning: Invalid value: "a\\nb": can only be set for deprecated versions'],
      ],
      [
        { deprecated: true, deprecationWarning: "é\u200b" },
        [
          'spec.versions[0].deprecationWarning: Invalid value: "é\\u200b": must only contain printable UTF-8 characters; non-printable character found at index 2',
        ],
      ],
      [
        { deprecated: true, deprecationWarning: "" },
        ['spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string'],
      ],
      [
        { deprecated: true, deprecationWarning: "a\nb" },
        [
          'spec.versions[0].deprecationWarning: Invalid value: "a\\nb": must only contain printable UTF-8 characters; non-printable character found at index 1',
        ],
      ],
      [
        { subresources: { scale: {} } },
        [
          "spec.subresources.scale.specReplicasPath: Required value",
          "spec.subresources.scale.statusReplicasPath: Required value",
        ],
      ],
      [{ subresources: { scale: { specReplicasPath: ".spec.a", statusReplicasPath: ".status.b" } } }, []],
      [
        { subresources: { scale: { specReplicasPath: "spec.a", statusReplicasPath: ".spec.b" } } },
        [
          'spec.subresources.scale.specReplicasPath: Invalid value: "spec.a": must be a simple json path starting with .',
          'spec.subresources.scale.statusReplicasPath: Invalid value: ".spec.b": should be a json path under .status',
        ],
      ],
      [
        {
          subresources: {
            scale: { specReplicasPath: ".status.a", statusReplicasPath: "b", labelSelectorPath: ".metadata.x" },
          },
        },
        [
          'spec.subresources.scale.specReplicasPath: Invalid value: ".status.a": should be a json path under .spec',
          'spec.subresources.scale.statusReplicasPath: Invalid value: "b": must be a simple json path starting with .',
          'spec.subresources.scale.labelSelectorPath: Invalid value: ".metadata.x": should be a json path under either .spec or .status',
        ],
      ],
      [
        {
          subresources: {
            scale: { specReplicasPath: ".spec", statusReplicasPath: ".status", labelSelectorPath: ".spec.x" },
          },
        },
        [
          'spec.subresources.scale.specReplicasPath: Invalid value: ".spec": should be a json path under .spec',
          'spec.subresources.scale.statusReplicasPath: Invalid value: ".status": should be a json path under .status',
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors);
    });
  });

  describe("columns", () => {
    const wrap = (column: object): object => ({
      spec: {
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object" } },
            additionalPrinterColumns: [column],
          },
        ],
      },
    });
    it.each<[object, readonly string[]]>([
      [
        {},
        [
          "name: Required value",
          "type: Required value: must be one of boolean,date,integer,number,string",
          "JSONPath: Required value",
        ],
      ],
      [
        { name: "a", type: "x", jsonPath: "" },
        ['type: Invalid value: "x": must be one of boolean,date,integer,number,string', "JSONPath: Required value"],
      ],
      [
        { name: "a", type: "integer", format: "x", jsonPath: "a" },
        [
          'format: Invalid value: "x": must be one of byte,date,date-time,double,float,int32,int64,password',
          'JSONPath: Invalid value: "a": must be a simple json path starting with .',
        ],
      ],
      [{ name: "a", type: "string", jsonPath: ".spec.a[0]" }, []],
      [{ name: "b", type: "boolean", format: "date", jsonPath: ".b", priority: -1 }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.additionalPrinterColumns[0].${error}`));
    });
  });
});
