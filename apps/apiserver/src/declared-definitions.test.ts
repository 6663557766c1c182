import { definitionFromCustomResource, printTypes, readDefinitions } from "@svc/apiextensions";
import { kubernetesDialect as dialect } from "@svc/meta";
import { defineResource } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const condition = z.object({
  type: z.string(),
  status: z.enum(["True", "False", "Unknown"]),
  lastTransitionTime: z.iso.datetime({ offset: true }),
  reason: z
    .string()
    .max(1024)
    .regex(/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/),
  observedGeneration: z.int().min(0).optional(),
});

/** Types as projects ship them. */
const types = [
  defineResource({
    group: "net.example.com",
    version: "v1beta1",
    kind: "Route",
    shortNames: ["rt"],
    categories: ["all"],
    columns: [
      { name: "Hosts", path: ".spec.hostnames" },
      { name: "Ready", type: "integer", path: ".status.ready", priority: 1 },
    ],
    selectableFields: ["spec.class"],
    schema: z.object({
      spec: z
        .object({
          class: z.string().max(63),
          hostnames: z.array(z.string().min(1).max(253)).max(16).meta({ "x-list-type": "set" }).optional(),
          rules: z
            .array(
              z.object({
                name: z.string().max(63),
                weight: z.int32().min(0).max(1_000_000).default(1),
                port: z.union([z.int(), z.string()]),
                filters: z.record(z.string(), z.string()).optional(),
              }),
            )
            .max(16)
            .meta({ "x-list-type": "map", "x-list-map-keys": ["name"] }),
          timeout: z.string().nullable().optional(),
        })
        .meta({ "x-validations": [{ rule: "!has(self.timeout) || self.timeout != ''", message: "no timeout" }] }),
      status: z.object({ ready: z.int().optional(), conditions: z.array(condition).max(8).optional() }).optional(),
    }),
  }),
  defineResource({
    group: "store.example.com",
    version: "v1",
    kind: "Bucket",
    scope: "Cluster",
    scale: { replicas: ".spec.replicas", statusReplicas: ".status.replicas", selector: ".status.selector" },
    schema: z.object({
      spec: z.object({
        replicas: z.int32().default(1),
        source: z.discriminatedUnion("kind", [
          z.object({ kind: z.literal("git"), url: z.string() }),
          z.object({ kind: z.literal("oci"), image: z.string() }),
        ]),
        values: z.looseObject({}).optional(),
      }),
      status: z.object({ replicas: z.int32().optional(), selector: z.string().optional() }).optional(),
    }),
  }),
];

/** JSON is YAML. */
const textOf = (type: (typeof types)[number]): string => JSON.stringify(type.customResource(dialect));

describe.each(types.map((type) => [type.names.resource, type] as const))(
  "the definition of %s, declared with Zod",
  (_, type) => {
    it("has the names, the scope and the fields of the declaration", () => {
      const [declared] = type(dialect);
      const [source] = readDefinitions(textOf(type), "types.yaml");
      if (source === undefined) throw new TypeError("no definition");
      const read = definitionFromCustomResource(source, { dialect });
      const namesOf = ({ resource, singular, kind, listKind, namespaced, shortNames }: typeof read): unknown => [
        resource,
        singular,
        kind,
        listKind,
        namespaced,
        shortNames,
      ];
      expect(namesOf(read)).toEqual(namesOf(declared as unknown as typeof read));
      const fieldsOf = ({ versions }: typeof read): unknown => [...(versions[0]?.schema.byName.keys() ?? [])];
      expect(fieldsOf(read)).toEqual(fieldsOf(declared as unknown as typeof read));
      const subresources = ({ versions }: typeof read): unknown => versions[0]?.subresources?.map(({ name }) => name);
      expect(subresources(read)).toEqual(subresources(declared as unknown as typeof read));
    });
  },
);

it("types printed from the YAML of declared types say what the declarations say", () => {
  const text = printTypes(types.flatMap((type) => [...readDefinitions(textOf(type), "types.yaml")]));
  for (const line of [
    "hostnames?: string[];",
    "weight?: number;",
    "port: number | string;",
    "filters?: { [key: string]: string };",
    "timeout?: string | null;",
    'status: "True" | "False" | "Unknown";',
  ])
    expect(text).toContain(line);
});
