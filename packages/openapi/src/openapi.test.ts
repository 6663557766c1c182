import { kubernetesDialect, svcDialect } from "@svc/meta";
import type { ResourceDefinition, Verb } from "@svc/schema";
import { createStruct, type StructSchema } from "@svc/schema";
import { describe, expect, it } from "vitest";
import type { DocumentOptions } from "./document.ts";
import { openapiV2Document } from "./openapi-v2.ts";
import { openapiV3Document, openapiV3Documents } from "./openapi-v3.ts";

const verbs: readonly Verb[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const metadata = createStruct([{ name: "name", schema: { type: "string" }, presence: "omitEmpty" }], {
  name: "meta/v1.ObjectMeta",
  openapiName: "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
});

const widget = createStruct(
  [
    { name: "kind", schema: { type: "string" }, presence: "omitEmpty" },
    { name: "apiVersion", schema: { type: "string" }, presence: "omitEmpty" },
    { name: "metadata", schema: metadata, presence: "always" },
    { name: "size", schema: { type: "integer", format: "int32" }, presence: "always", required: true },
    { name: "replicas", schema: { type: "integer", format: "int32" }, presence: "explicit" },
    { name: "port", schema: { type: "intOrString" }, presence: "omitEmpty" },
    { name: "tags", schema: { type: "list", items: { type: "string" }, listType: "set" }, presence: "omitEmpty" },
    { name: "mode", schema: { type: "string", enum: ["A", "B"], default: "A" }, presence: "omitEmpty" },
  ],
  {
    name: "shop/v1.Widget",
    openapiName: "io.k8s.api.shop.v1.Widget",
    kinds: [{ group: "shop.k8s.io", version: "v1", kind: "Widget" }],
  },
);

const widgets: ResourceDefinition = {
  resource: "widgets",
  singular: "widget",
  kind: "Widget",
  listKind: "WidgetList",
  shortNames: [],
  categories: [],
  namespaced: true,
  versions: [
    {
      group: "shop.k8s.io",
      version: "v1",
      stability: "ga",
      enabledByDefault: true,
      verbs,
      schema: widget,
      semantics: "typed",
      subresources: [
        { name: "status", view: "object", verbs: ["get", "patch", "update"] },
        {
          name: "proxy",
          view: "connect",
          verbs: ["create", "get"],
          methods: ["GET", "POST"],
          options: { group: "shop.k8s.io", version: "v1", kind: "WidgetProxyOptions" },
          schema: createStruct([{ name: "path", schema: { type: "string" }, presence: "omitEmpty" }]),
          pathSuffix: true,
        },
      ],
    },
  ],
  strategy: {
    nameRule: () => [],
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: true,
    generation: "spec",
    deletion: { returnsObject: true },
  },
};

function structs(name: string): StructSchema {
  return createStruct([], { name, openapiName: `io.k8s.${name.replace("/", ".")}` });
}

const options: DocumentOptions = { dialect: kubernetesDialect, definitions: [widgets], structs };
const path = "/apis/shop.k8s.io/v1/namespaces/{namespace}/widgets";

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
  readonly definitions: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly parameters: Readonly<Record<string, object>>;
}
const v2 = openapiV2Document(options) as unknown as Document;
const v3 = openapiV3Document({ ...options, group: "shop.k8s.io", version: "v1" }) as unknown as Document;

describe("openapiV2Document", () => {
  it("has a path for each operation", () => {
    const ids = Object.values(v2.paths).flatMap((item) =>
      Object.values(item).flatMap((o) => (Array.isArray(o) ? [] : [o["operationId"]])),
    );
    expect(ids.sort()).toEqual([
      "connectShopV1GetNamespacedWidgetProxy",
      "connectShopV1GetNamespacedWidgetProxyWithPath",
      "connectShopV1PostNamespacedWidgetProxy",
      "connectShopV1PostNamespacedWidgetProxyWithPath",
      "createShopV1NamespacedWidget",
      "deleteShopV1CollectionNamespacedWidget",
      "deleteShopV1NamespacedWidget",
      "getAPIVersions",
      "getCodeVersion",
      "getServiceAccountIssuerOpenIDConfiguration",
      "getServiceAccountIssuerOpenIDKeyset",
      "getShopAPIGroup",
      "getShopV1APIResources",
      "listShopV1NamespacedWidget",
      "listShopV1WidgetForAllNamespaces",
      "patchShopV1NamespacedWidget",
      "patchShopV1NamespacedWidgetStatus",
      "readShopV1NamespacedWidget",
      "readShopV1NamespacedWidgetStatus",
      "replaceShopV1NamespacedWidget",
      "replaceShopV1NamespacedWidgetStatus",
      "watchShopV1NamespacedWidget",
      "watchShopV1NamespacedWidgetList",
      "watchShopV1WidgetListForAllNamespaces",
    ]);
  });

  it("names the action and kind of an operation", () => {
    expect(v2.paths[`${path}/{name}`]?.["delete"]).toMatchObject({
      "x-kubernetes-action": "delete",
      "x-kubernetes-group-version-kind": { group: "shop.k8s.io", version: "v1", kind: "Widget" },
      tags: ["shop_v1"],
      responses: { "202": { description: "Accepted", schema: { $ref: "#/definitions/io.k8s.api.shop.v1.Widget" } } },
    });
  });

  it("publishes types without defaults", () => {
    expect(v2.definitions["io.k8s.api.shop.v1.Widget"]).toMatchObject({
      required: ["size"],
      properties: {
        size: { type: "integer", format: "int32" },
        port: { $ref: "#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString" },
        tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
        mode: { type: "string", enum: ["A", "B"] },
      },
      "x-kubernetes-group-version-kind": [{ group: "shop.k8s.io", version: "v1", kind: "Widget" }],
    });
    expect(JSON.stringify(v2.definitions)).not.toContain('"default"');
    expect(v2.definitions["io.k8s.api.shop.v1.WidgetList"]).toMatchObject({ required: ["items"] });
  });

  it("has every definition that it references", () => {
    for (const [, section, name] of JSON.stringify(v2).matchAll(/"#\/(definitions|parameters)\/([^"]+)"/g))
      expect(v2[section as "definitions" | "parameters"]).toHaveProperty([name ?? ""]);
  });
});

describe("openapiV3Document", () => {
  it("publishes defaults, and zero for fields that are always present", () => {
    expect(v3.components.schemas["io.k8s.api.shop.v1.Widget"]).toMatchObject({
      properties: {
        metadata: {
          default: {},
          allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
        },
        size: { type: "integer", default: 0 },
        replicas: { type: "integer", format: "int32" },
        tags: { items: { type: "string", default: "" } },
        mode: { default: "A" },
      },
    });
  });

  it("lists the media types of bodies and responses", () => {
    expect(v3.paths[`${path}/{name}`]?.["patch"]).toMatchObject({
      requestBody: {
        required: true,
        content: { "application/apply-patch+yaml": {}, "application/strategic-merge-patch+json": {} },
      },
      responses: { "200": { content: { "application/vnd.kubernetes.protobuf": {} } } },
    });
  });

  it("is one of the documents of a server", () => {
    const documents = openapiV3Documents(options);
    expect([...documents.keys()]).toEqual([
      ".well-known/openid-configuration",
      "apis",
      "apis/shop.k8s.io",
      "apis/shop.k8s.io/v1",
      "openid/v1/jwks",
      "version",
    ]);
    expect(documents.get("apis/shop.k8s.io/v1")?.()).toEqual(v3);
  });

  it("speaks the dialect", () => {
    const document = JSON.stringify(
      openapiV3Document({ ...options, dialect: svcDialect, group: "shop.k8s.io", version: "v1" }),
    );
    expect(document).toContain('"x-svc-action"');
    expect(document).not.toContain("x-kubernetes");
    expect(document).toContain("application/vnd.svc.protobuf");
    expect(document).toContain('"title":"Svc"');
  });
});
