import { get, patch, post, refused } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const map = post(maps, { metadata: { name: "a", labels: { x: "1" } }, data: { x: "1", y: "2" } });

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const deployment = {
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
};

function invalidReplicas(why: string): string {
  return `Deployment.apps "d" is invalid: spec.replicas: Invalid value: ${why}`;
}

function applied(replicas: string): string {
  return `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"replicas":${replicas}}}`;
}

export const patches: readonly Scenario[] = [
  {
    name: "bodies that are no patches",
    exchanges: [
      map,
      ...(
        [
          [
            "merge",
            "1",
            "Warn",
            "error decoding patch: json: cannot unmarshal number into Go value of type map[string]interface {}",
          ],
          ["merge", "1", "Ignore", "Invalid JSON Patch"],
          ["merge", "{", "Ignore", "Invalid JSON Patch"],
          [
            "json",
            "{}",
            "Warn",
            "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
          ],
          ["json", "{}", "Ignore", "json: cannot unmarshal object into Go value of type jsonpatch.Patch"],
          ["json", "[1]", "Ignore", "json: cannot unmarshal number into Go value of type jsonpatch.Operation"],
          [
            "json",
            '[{"op":1}]',
            "Warn",
            "error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string",
          ],
        ] as const
      ).map(([type, body, validation, message]) =>
        refused(patch(type, `${maps}/a?fieldValidation=${validation}`, body), 400, message),
      ),
      ...(["Warn", "Ignore"] as const).map((validation) =>
        refused(
          patch("json", `${maps}/a?fieldValidation=${validation}`, "[null]"),
          422,
          "the server rejected our request due to an error in our request",
        ),
      ),
    ],
  },
  {
    name: "where an object once said that it is",
    exchanges: [
      post(maps, { metadata: { name: "l", selfLink: "x" } }, { lacks: ["selfLink"] }),
      patch("merge", `${maps}/l`, { metadata: { selfLink: "x" }, data: { a: "b" } }, { lacks: ["selfLink"] }),
      patch("merge", `${maps}/l?dryRun=All`, { metadata: { selfLink: "x" } }, { has: { metadata: { selfLink: "x" } } }),
    ],
  },
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
  {
    name: "integers beyond their type keep the bits that there is room for, where a patch makes values of values",
    exchanges: [
      post(deployments, deployment),
      ...[
        { given: "3000000000", why: "-1294967296: must be greater than or equal to 0" },
        { given: "9223372036854775807", why: "-1: must be greater than or equal to 0" },
      ].flatMap(({ given, why }) => [
        refused(patch("strategic", `${deployments}/d`, `{"spec":{"replicas":${given}}}`), 422, invalidReplicas(why)),
        refused(
          patch("apply", `${deployments}/d?fieldManager=a&force=true`, applied(given)),
          422,
          invalidReplicas(why),
        ),
      ]),
      patch("strategic", `${deployments}/d`, '{"spec":{"replicas":1e30}}', { has: { spec: { replicas: 0 } } }),
      patch("strategic", `${deployments}/d`, '{"spec":{"replicas":-2147483649}}', {
        has: { spec: { replicas: 2147483647 } },
      }),
      refused(
        patch("strategic", `${deployments}/d`, '{"spec":{"replicas":1.5}}'),
        422,
        ' "" is invalid: patch: Invalid value: "map[spec:map[replicas:1.5]]": cannot convert float64 to int32',
      ),
      refused(
        patch("apply", `${deployments}/d?fieldManager=a&force=true`, applied("1.5")),
        500,
        "failed to convert new object (/d; apps/v1, Kind=Deployment) to proper version: unable to convert unstructured object to apps/v1, Kind=Deployment: cannot convert float64 to int32",
      ),
    ],
  },
  {
    name: "an apply of what is no object of the kind",
    exchanges: [
      { apiVersion: 1, kind: "ConfigMap", is: "/, Kind=ConfigMap" },
      { apiVersion: "a/b/c", kind: "ConfigMap", is: "/, Kind=" },
      { apiVersion: "v1", kind: ["ConfigMap"], is: "/v1, Kind=" },
      { apiVersion: "apps/v1", kind: "ConfigMap", is: "apps/v1, Kind=ConfigMap" },
    ].map(({ is, ...type }) =>
      refused(patch("apply", `${maps}/a?fieldManager=a`, type), 400, `invalid object type: ${is}`),
    ),
  },
];
