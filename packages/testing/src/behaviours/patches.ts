import { get, patch, post, refused } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const map = post(maps, { metadata: { name: "a", labels: { x: "1" } }, data: { x: "1", y: "2" } });

export const patches: readonly Scenario[] = [
  {
    name: "merge patches",
    exchanges: [
      map,
      patch("merge", `${maps}/a`, { data: { x: null, z: "3" } }, { has: { data: { y: "2", z: "3" } } }),
      refused(
        patch("merge", `${maps}/a`, "[]"),
        400,
        "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
      ),
      refused(patch("merge", `${maps}/b`, "[]"), 404, 'configmaps "b" not found'),
      refused(
        patch("merge", `${maps}/a`, { metadata: { name: "b" } }),
        400,
        "the name of the object (b) does not match the name on the URL (a)",
      ),
      patch("merge", `${maps}/a`, { kind: "" }, { has: { kind: "ConfigMap" } }),
      refused(
        patch("merge", `${maps}/a`, { apiVersion: "" }),
        400,
        "the name of the object (a based on URL) was undeterminable: name must be provided",
      ),
    ],
  },
  {
    name: "JSON patches",
    exchanges: [
      map,
      patch("json", `${maps}/a`, [{ op: "move", from: "/data/x", path: "/data/w" }], {
        has: { data: { w: "1", y: "2" } },
      }),
      refused(
        patch("json", `${maps}/a`, [{ op: "test", path: "/data/w", value: "2" }]),
        422,
        "the server rejected our request due to an error in our request",
      ),
      refused(
        patch("json", `${maps}/a`, {}),
        400,
        "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
      ),
    ],
  },
  {
    name: "strategic merge patches",
    exchanges: [
      map,
      patch("strategic", `${maps}/a`, { data: { $patch: "replace", n: "1" } }, { has: { data: { n: "1" } } }),
      refused(
        patch("strategic", `${maps}/a`, { data: { n: 5 } }),
        422,
        ' "" is invalid: patch: Invalid value: "map[data:map[n:5]]": cannot convert int64 to string',
      ),
      refused(
        patch("strategic", `${maps}/a`, { metadata: { finalizers: "x" } }),
        422,
        ' "" is invalid: patch: Invalid value: "map[metadata:map[finalizers:x]]": cannot restore slice from string',
      ),
      refused(
        patch("strategic", `${maps}/a`, { immutable: {} }),
        422,
        ' "" is invalid: patch: Invalid value: "map[immutable:map[]]": unrecognized type: bool',
      ),
    ],
  },
  {
    name: "a patch through another version of the kind",
    exchanges: [
      post("/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", {
        metadata: { name: "h" },
        spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } },
      }),
      patch(
        "merge",
        "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers/h",
        { apiVersion: "autoscaling/v1", spec: { targetCPUUtilizationPercentage: 30 } },
        {
          has: {
            apiVersion: "autoscaling/v2",
            spec: { metrics: [{ resource: { target: { averageUtilization: 30 } } }] },
          },
        },
      ),
      get("/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/h", {
        has: { apiVersion: "autoscaling/v1", spec: { targetCPUUtilizationPercentage: 30 } },
      }),
    ],
  },
];
