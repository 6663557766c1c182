import { expect, test } from "vitest";
import { aggregatedResources } from "./aggregated-resources.ts";

test("subresources are within their resource, in any order of the list", () => {
  const rows = [
    { name: "things/scale", kind: "Scale", group: "autoscaling", version: "v1", namespaced: true, verbs: ["get"] },
    { name: "things", kind: "Thing", singularName: "thing", namespaced: true, verbs: ["list"], shortNames: ["th"] },
    { name: "lone/status", kind: "Lone", namespaced: false, verbs: ["update"] },
    { kind: "Nameless" },
    7,
  ];
  expect(aggregatedResources(rows)).toEqual([
    {
      resource: "things",
      responseKind: { group: "", version: "", kind: "Thing" },
      scope: "Namespaced",
      singularResource: "thing",
      verbs: ["list"],
      shortNames: ["th"],
      subresources: [
        { subresource: "scale", responseKind: { group: "autoscaling", version: "v1", kind: "Scale" }, verbs: ["get"] },
      ],
    },
    {
      resource: "lone",
      responseKind: { group: "", version: "", kind: "" },
      scope: "Cluster",
      singularResource: "",
      verbs: [],
      subresources: [
        { subresource: "status", responseKind: { group: "", version: "", kind: "Lone" }, verbs: ["update"] },
      ],
    },
  ]);
});
