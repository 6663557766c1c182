import { get, patch, post, put, refused } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const events = "/api/v1/namespaces/default/events";
const autoscalers = "/namespaces/default/horizontalpodautoscalers";
const autoscaler = {
  metadata: { name: "h" },
  spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } },
};
const daemonSets = "/apis/apps/v1/namespaces/default/daemonsets";
const policies = "/apis/networking.{api}/v1/namespaces/default/networkpolicies";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const labels = { app: "a" };
const deployment = {
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
};
const twice = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: a, x: b}\n";
const intent = (data: Readonly<Record<string, string | number>>): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a" },
  data,
});

export const ownership: readonly Scenario[] = [
  {
    name: "who applies owns what it applies",
    exchanges: [
      patch("apply", `${maps}/a?fieldManager=one`, intent({ x: "1", y: "1" }), {}, 201),
      refused(
        patch("apply", `${maps}/a?fieldManager=two`, intent({ x: "2" })),
        409,
        'Apply failed with 1 conflict: conflict with "one": .data.x',
        { details: { causes: [{ reason: "FieldManagerConflict", field: ".data.x" }] } },
      ),
      patch("apply", `${maps}/a?fieldManager=two&force=true`, intent({ x: "2" }), {
        has: { data: { x: "2", y: "1" } },
      }),
      patch("apply", `${maps}/a?fieldManager=one`, intent({}), { has: { data: { x: "2" } } }),
      get(`${maps}/a`, {
        has: { metadata: { managedFields: [{ manager: "one" }, { manager: "two", operation: "Apply" }] } },
      }),
    ],
  },
  {
    name: "other writes own the fields that they change",
    exchanges: [
      post(`${maps}?fieldManager=one`, { metadata: { name: "a" }, data: { x: "1" } }),
      patch(
        "merge",
        `${maps}/a?fieldManager=two`,
        { data: { x: "2" } },
        {
          has: {
            metadata: {
              managedFields: [{ manager: "one" }, { manager: "two", fieldsV1: { "f:data": { "f:x": {} } } }],
            },
          },
        },
      ),
      refused(
        patch("apply", `${maps}/a?fieldManager=three`, intent({ x: "3" })),
        409,
        'Apply failed with 1 conflict: conflict with "two" using v1: .data.x',
      ),
    ],
  },
  {
    name: "an empty list is a change of some kinds until it is stored",
    exchanges: [
      post(`${policies}?fieldManager=one`, { metadata: { name: "p" }, spec: { egress: [{}], podSelector: {} } }),
      patch(
        "merge",
        `${policies}/p?fieldManager=two`,
        { spec: { egress: [{ ports: [] }] } },
        {
          has: {
            metadata: {
              generation: 2,
              managedFields: [
                { manager: "one", fieldsV1: { "f:spec": { "f:policyTypes": {} } } },
                { manager: "two", fieldsV1: { "f:spec": { "f:egress": {} } } },
              ],
            },
            spec: { egress: [{}] },
          },
          lacks: ['"ports"'],
        },
      ),
      patch(
        "merge",
        `${policies}/p?fieldManager=three`,
        { spec: { podSelector: { matchExpressions: [] } } },
        {
          has: { metadata: { generation: 3, managedFields: [{ manager: "one" }, { manager: "two" }] } },
          lacks: ["three"],
        },
      ),
      post(
        `/apis/rbac.authorization.{api}/v1/namespaces/default/roles?fieldManager=one`,
        { metadata: { name: "r" }, rules: [] },
        {
          has: { metadata: { managedFields: [{ manager: "one", fieldsV1: { "f:rules": {} } }] }, rules: null },
        },
      ),
      post(`${deployments}?fieldManager=one`, deployment),
      patch(
        "merge",
        `${deployments}/d?fieldManager=two`,
        { spec: { template: { spec: { volumes: [] } } } },
        {
          has: { metadata: { generation: 1 } },
          lacks: ["two"],
        },
      ),
    ],
  },
  {
    name: "an empty list of owners clears them until the next change",
    exchanges: [
      post(`${maps}?fieldManager=one`, { metadata: { name: "a" }, data: { x: "1" } }),
      patch(
        "merge",
        `${maps}/a?fieldManager=two`,
        { metadata: { managedFields: null } },
        { has: { metadata: { managedFields: [{ manager: "one" }] } } },
      ),
      patch("merge", `${maps}/a?fieldManager=two`, { metadata: { managedFields: [] } }, { lacks: ["managedFields"] }),
      patch("merge", `${maps}/a?fieldManager=two`, { data: { x: "2" } }, { lacks: ["managedFields"] }),
      refused(
        patch("apply", `${maps}/a?fieldManager=two`, intent({ x: "3" })),
        409,
        'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.x',
      ),
    ],
  },
  {
    name: "what an applied text says twice is told once there is no conflict",
    exchanges: [
      post(`${maps}?fieldManager=one`, { metadata: { name: "a" }, data: { x: "1" } }),
      ...(["Strict", "Warn"] as const).map((validation) =>
        refused(
          patch("apply", `${maps}/a?fieldManager=two&fieldValidation=${validation}`, twice, { warnings: [] }),
          409,
          'Apply failed with 1 conflict: conflict with "one" using v1: .data.x',
        ),
      ),
      refused(
        patch("apply", `${maps}/a?fieldManager=two&fieldValidation=Strict&force=true`, twice),
        400,
        'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 4: key "x" already set in map',
      ),
      patch("apply", `${maps}/a?fieldManager=two&force=true`, twice, {
        warnings: ['line 4: key "x" already set in map'],
      }),
    ],
  },
  {
    name: "what cannot be applied",
    exchanges: [
      refused(
        patch("apply", `${maps}/a?fieldManager=one`, { ...intent({}), metadata: "str" }),
        500,
        "failed to create typed patch object (/; /v1, Kind=ConfigMap): .metadata: expected map, got &{str}",
      ),
      refused(
        patch("apply", `${maps}/a?fieldManager=one`, { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } }),
        400,
        "invalid object type: /v1, Kind=Secret",
      ),
      refused(
        patch("apply", `${maps}/a?fieldManager=one`, { ...intent({}), nope: 1 }),
        500,
        "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .nope: field not declared in schema",
      ),
      refused(
        patch("apply", "/api/v1/namespaces/default/limitranges/a?fieldManager=one", {
          apiVersion: "v1",
          kind: "LimitRange",
          metadata: { name: "a" },
          spec: { limits: [{ type: "Pod", min: { cpu: "x" } }] },
        }),
        500,
        "failed to convert new object (/a; /v1, Kind=LimitRange) to proper version: unable to convert unstructured object to /v1, Kind=LimitRange: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      ),
    ],
  },
  {
    name: "who owns fields in one group is not known in another",
    exchanges: [
      post(`${events}?fieldManager=a`, {
        metadata: { name: "e", namespace: "default" },
        involvedObject: { kind: "Pod", namespace: "default", name: "p" },
        message: "m",
        reason: "R",
      }),
      patch("merge", `/apis/events.{api}/v1/namespaces/default/events/e?fieldManager=b`, {
        metadata: { labels: { x: "y" } },
      }),
      get(`${events}/e`, {
        has: {
          metadata: {
            managedFields: [{ manager: "b", apiVersion: "events.{api}/v1", fieldsV1: { "f:metadata": {} } }],
          },
        },
      }),
    ],
  },
  {
    name: "who applies what is there already changes nothing, through another group too",
    exchanges: [
      post(`${events}?fieldManager=a`, {
        metadata: { name: "e", namespace: "default" },
        involvedObject: { kind: "Pod", namespace: "default", name: "p" },
        message: "m",
      }),
      patch(
        "apply",
        "/apis/events.{api}/v1/namespaces/default/events/e?fieldManager=b",
        { apiVersion: "events.{api}/v1", kind: "Event", metadata: { name: "e" }, note: "m" },
        { lacks: ['"Apply","apiVersion":"events.{api}/v1","time"'] },
      ),
    ],
  },
  {
    name: "a status of an old version owns what it is kept in",
    exchanges: [
      post(`/apis/autoscaling/v1${autoscalers}`, autoscaler),
      put(`/apis/autoscaling/v1${autoscalers}/h/status?fieldManager=s`, {
        ...autoscaler,
        status: { currentReplicas: 1, desiredReplicas: 1, currentCPUUtilizationPercentage: 5 },
      }),
      get(`/apis/autoscaling/v1${autoscalers}/h`, {
        has: {
          metadata: {
            managedFields: [
              { manager: "behaviours" },
              {
                manager: "s",
                subresource: "status",
                fieldsV1: { "f:metadata": { "f:annotations": { "f:autoscaling.alpha.{labels}/current-metrics": {} } } },
              },
            ],
          },
        },
      }),
    ],
  },
  {
    name: "what a gate brings is left out while it is off",
    exchanges: [
      post(
        `/apis/autoscaling/v2${autoscalers}`,
        { ...autoscaler, spec: { ...autoscaler.spec, behavior: { scaleUp: { tolerance: "0.5" } } } },
        { has: { spec: { behavior: { scaleUp: { selectPolicy: "Max" } } } }, lacks: ['"tolerance"'] },
      ),
    ],
  },
  {
    name: "metadata alone has no annotations that stand for fields",
    exchanges: [
      post(
        daemonSets,
        {
          metadata: { name: "d", annotations: { own: "1" } },
          spec: {
            selector: { matchLabels: { a: "b" } },
            template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
          },
        },
        { has: { metadata: { annotations: { own: "1", "deprecated.daemonset.template.generation": "1" } } } },
      ),
      ...["PartialObjectMetadata", "Table"].map((as) =>
        get(`${daemonSets}/d`, {
          headers: { accept: `application/json;as=${as};v=v1;g=meta.{api}` },
          has: { kind: as },
          lacks: ['"deprecated.daemonset.template.generation"'],
        }),
      ),
    ],
  },
];
