import { describe, expect, it } from "vitest";
import { fooDefinition } from "../testing/custom-resource-definition.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("selectable fields", () => {
  const judged = judgeKind(fooDefinition);

  describe("of one version", () => {
    const wrap = (paths: readonly string[]): object => ({
      spec: {
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
                properties: {
                  spec: {
                    type: "object",
                    properties: {
                      n: { type: "string" },
                      i: { type: "integer" },
                      f: { type: "number" },
                      l: { type: "array", items: { type: "string" } },
                      m: { type: "object", additionalProperties: { type: "string" } },
                      free: { type: "object", additionalProperties: true },
                    },
                  },
                },
              },
            },
            selectableFields: paths.map((jsonPath) => ({ jsonPath })),
          },
        ],
      },
    });
    it.each<[readonly string[], readonly string[]]>([
      [[""], ["[0].jsonPath: Required value"]],
      [[".spec.a"], ['[0].jsonPath: Invalid value: ".spec.a": is an invalid path: does not refer to a valid field']],
      [
        [".metadata.name"],
        ['[0].jsonPath: Invalid value: ".metadata.name": is an invalid path: does not refer to a valid field'],
      ],
      [["spec.a"], ['[0].jsonPath: Invalid value: "spec.a": is an invalid path: expected [ or . but got: spec']],
      [
        [".spec"],
        [
          '[0].jsonPath: Invalid value: ".spec": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
        ],
      ],
      [
        [".spec.l"],
        [
          '[0].jsonPath: Invalid value: ".spec.l": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
        ],
      ],
      [
        [".spec.l[0]"],
        ['[0].jsonPath: Invalid value: ".spec.l[0]": is an invalid path: array notation is not allowed'],
      ],
      [[".spec.n", ".spec.n"], ['[1].jsonPath: Duplicate value: ".spec.n"']],
      [
        [".spec.f"],
        [
          '[0].jsonPath: Invalid value: ".spec.f": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
        ],
      ],
      [[".spec.m.x"], []],
      [
        [".spec.free.x"],
        [
          '[0].jsonPath: Invalid value: ".spec.free.x": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
        ],
      ],
      [["."], ['[0].jsonPath: Invalid value: ".": is an invalid path: unexpected end of JSON path']],
      [[".spec."], ['[0].jsonPath: Invalid value: ".spec.": is an invalid path: unexpected end of JSON path']],
      [
        [".spec.none[0]"],
        ['[0].jsonPath: Invalid value: ".spec.none[0]": is an invalid path: does not refer to a valid field'],
      ],
      [[".spec.l]"], ['[0].jsonPath: Invalid value: ".spec.l]": is an invalid path: expected [ or . but got: ]']],
      [[".spec.m.[a]"], ['[0].jsonPath: Invalid value: ".spec.m.[a]": is an invalid path: expected [ or . but got: a']],
      [
        [".spec.f", ".spec.f"],
        [
          '[0].jsonPath: Invalid value: ".spec.f": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
          '[1].jsonPath: Invalid value: ".spec.f": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
          '[1].jsonPath: Duplicate value: ".spec.f"',
        ],
      ],
      [
        ['.spec["n"]'],
        ['[0].jsonPath: Invalid value: ".spec[\\"n\\"]": is an invalid path: array notation is not allowed'],
      ],
      [[".spec.i", ".spec.n"], []],
      [
        [
          ".spec.m.x0",
          ".spec.m.x1",
          ".spec.m.x2",
          ".spec.m.x3",
          ".spec.m.x4",
          ".spec.m.x5",
          ".spec.m.x6",
          ".spec.m.x7",
          ".spec.m.x8",
        ],
        [": Too many: 9: must have at most 8 items"],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `spec.selectableFields${error}`));
    });
  });

  it("paths that lead nowhere are not counted", () => {
    const paths = Array.from({ length: 9 }, (_, i) => `.spec.x${i}`);
    const versions = [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object" } } } },
        selectableFields: paths.map((jsonPath) => ({ jsonPath })),
      },
    ];
    const errors = judged.create({ spec: { versions } });
    expect(errors).toHaveLength(9);
    expect(errors.join()).not.toContain("Too many");
  });

  it("a path into metadata that the schema names is refused as one", () => {
    const metadata = { type: "object", properties: { name: { type: "string" } } };
    const versions = [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { metadata } } },
        selectableFields: [{ jsonPath: ".metadata.name" }],
      },
    ];
    expect(judged.create({ spec: { versions } })).toEqual([
      'spec.selectableFields[0].jsonPath: Invalid value: ".metadata.name": must not point to fields in metadata',
    ]);
  });
});
