import { kubernetesDialect as dialect } from "@svc/meta";
import type { JsonObject } from "@svc/schema";
import { expect, test } from "vitest";
import { startTestServer } from "./index.ts";
import { definitionsPath, jsonRequest, widgetDefinition } from "./widget-type.ts";

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
}

const shared = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions";

test("kinds of every group list the compiled-in versions; in documents of extension types without those of other types", async () => {
  await using server = await startTestServer({ dialect });
  await server.fetch(definitionsPath, jsonRequest("POST", widgetDefinition()));

  const versionsIn = async (document: string): Promise<readonly string[]> => {
    const { components } = (await (await server.fetch(`/openapi/v3/${document}`)).json()) as Document;
    const kinds = components.schemas[shared]?.["x-kubernetes-group-version-kind"] as readonly {
      readonly group: string;
      readonly version: string;
    }[];
    return kinds.map(({ group, version }) => `${group}/${version}`);
  };
  const ofPods = await versionsIn("api/v1");
  const ofWidgets = await versionsIn("apis/example.com/v1");
  expect(ofPods).toHaveLength(62);
  expect(ofPods).toEqual(expect.arrayContaining(["extensions/v1beta1", "authorization.k8s.io/v1beta1"]));
  expect(ofPods.filter((version) => !ofWidgets.includes(version))).toEqual([
    "admission.k8s.io/v1",
    "admission.k8s.io/v1beta1",
    "apiextensions.k8s.io/v1",
    "apiextensions.k8s.io/v1beta1",
    "apiregistration.k8s.io/v1",
    "apiregistration.k8s.io/v1beta1",
    "imagepolicy.k8s.io/v1alpha1",
  ]);
  expect(ofWidgets.filter((version) => !ofPods.includes(version))).toEqual([]);
});

test.for([
  ["authentication.k8s.io/v1/selfsubjectreviews", "authentication.k8s.io/v1alpha1", "SelfSubjectReview"],
  ["authentication.k8s.io/v1/tokenreviews", "authentication.k8s.io/v1beta1", "TokenReview"],
  ["authorization.k8s.io/v1/subjectaccessreviews", "authorization.k8s.io/v1beta1", "SubjectAccessReview"],
  ["networking.k8s.io/v1/ipaddresses", "networking.k8s.io/v1alpha1", "IPAddress"],
] as const)("a body of %s in the former version %s is known by its kind", async ([path, apiVersion, kind]) => {
  await using server = await startTestServer({ dialect });
  const response = await server.fetch(`/apis/${path}`, jsonRequest("POST", { apiVersion, kind }));
  const served = path.slice(0, path.lastIndexOf("/"));
  expect(await response.json()).toMatchObject({
    code: 400,
    message: `the API version in the data (${apiVersion}) does not match the expected API version (${served})`,
  });
});
