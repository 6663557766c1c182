import { get, patch, post, put, refused } from "./requests.ts";
import type { Exchange, Scenario } from "./scenario.ts";

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const deployment = post(`${deployments}?fieldManager=one`, {
  metadata: { name: "d" },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "d" } },
    template: { metadata: { labels: { app: "d" } }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
});
const scale = (replicas: number): object => ({
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata: { name: "d" },
  spec: { replicas },
});
const owners = (...managedFields: readonly object[]): Exchange =>
  get(`${deployments}/d`, { has: { metadata: { managedFields } } });

const pods = "/api/v1/namespaces/default/pods";
const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const pod = (name: string, nodeName?: string): Exchange =>
  post(pods, {
    metadata: { name, labels: { app: "web" } },
    spec: { containers: [{ name: "c", image: "i" }], ...(nodeName === undefined ? {} : { nodeName }) },
  });
const ready = (status: string): Exchange =>
  patch("merge", `${pods}/p/status`, { status: { phase: "Running", conditions: [{ type: "Ready", status }] } });
const budget = (status: object): readonly Exchange[] => [
  post(`${budgets}?fieldManager=a`, {
    metadata: { name: "b" },
    spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
  }),
  patch("merge", `${budgets}/b/status?fieldManager=a`, {
    status: { observedGeneration: 1, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, ...status },
  }),
];
const evict = (
  deleteOptions: object = {},
  metadata: object = { name: "p" },
  { apiVersion = "policy/v1", query = "" }: { readonly apiVersion?: string; readonly query?: string } = {},
): Exchange => post(`${pods}/p/eviction${query}`, { apiVersion, kind: "Eviction", metadata, deleteOptions });
const bind = (metadata: object, path = `${pods}/p/binding`): Exchange =>
  post(path, { metadata, target: { kind: "Node", name: "n" } });
const otherNamespace = "the namespace of the provided object does not match the namespace sent on the request";

const bindings: readonly Scenario[] = [
  {
    name: "a binding of a version that is not the pod's",
    exchanges: [
      pod("p"),
      {
        ...bind({ name: "p", resourceVersion: "1" }),
        code: 409,
        has: { reason: "Conflict", details: { name: "p", kind: "pods" } },
      },
      get(`${pods}/p`, { has: { spec: { schedulerName: "default-scheduler" } }, lacks: ["nodeName"] }),
    ],
  },
  {
    name: "a binding without a name, and one of another namespace",
    exchanges: [
      refused(bind({}, "/api/v1/namespaces/default/bindings"), 400, "Name parameter required."),
      refused(bind({ name: "q", namespace: "other" }), 400, otherNamespace),
    ],
  },
];

const evictions: readonly Scenario[] = [
  {
    name: "an eviction that takes the last disruption of a budget",
    exchanges: [
      pod("p", "n"),
      ready("True"),
      ...budget({}),
      evict(),
      get(`${budgets}/b`, {
        has: {
          metadata: {
            managedFields: [
              { manager: "a" },
              { manager: "a" },
              { manager: "{system}-apiserver", operation: "Update", subresource: "status" },
            ],
          },
          status: {
            disruptionsAllowed: 0,
            conditions: [{ type: "DisruptionAllowed", status: "False", reason: "InsufficientPods", message: "" }],
          },
        },
      }),
      get(`${pods}/p`, { has: { status: { conditions: [{}, { type: "DisruptionTarget" }] } } }),
    ],
  },
  {
    name: "an eviction that leaves its budget some disruptions",
    exchanges: [
      pod("p", "n"),
      ready("True"),
      ...budget({ disruptionsAllowed: 2 }),
      evict(),
      get(`${budgets}/b`, { has: { status: { disruptionsAllowed: 1 } }, lacks: ["InsufficientPods"] }),
    ],
  },
  {
    name: "pods that are not ready take nothing of a budget with enough others",
    exchanges: [
      pod("p", "n"),
      ready("False"),
      ...budget({ disruptionsAllowed: 0 }),
      evict(),
      get(`${budgets}/b`, { has: { status: { disruptionsAllowed: 0 } }, lacks: ["disruptedPods"] }),
    ],
  },
  {
    name: "pods that are not ready are kept by a budget that wants more",
    exchanges: [
      pod("p", "n"),
      ready("False"),
      ...budget({ disruptionsAllowed: 0, currentHealthy: 0 }),
      refused(evict(), 429, "Cannot evict pod as it would violate the pod's disruption budget."),
    ],
  },
  {
    name: "options of evictions",
    exchanges: [
      pod("p", "n"),
      refused(evict({}, { name: "q", namespace: "other" }), 400, otherNamespace),
      refused(
        evict({ ignoreStoreReadErrorWithClusterBreakingPotential: true, dryRun: ["x"] }),
        422,
        'Eviction.policy "p" is invalid: deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: can not be set for pod eviction, try after removing the option',
      ),
      refused(
        evict({ dryRun: ["x"] }),
        422,
        'DeleteOptions.meta.{api} "" is invalid: dryRun: Unsupported value: []string{"x"}: supported values: "All"',
      ),
      refused(
        evict({ dryRun: ["x", "All"] }, { name: "p" }, { query: "?dryRun=All" }),
        500,
        "Non-matching dry-run options in request and content: [All] and [x All]",
      ),
      {
        ...evict({ preconditions: { uid: "other" } }),
        code: 409,
        has: { reason: "Conflict", details: { name: "p", kind: "Pod" } },
      },
      get(`${pods}/p`, { has: { status: { phase: "Pending" } }, lacks: ["DisruptionTarget"] }),
      refused(
        evict({ gracePeriodSeconds: "x" }, { name: "p" }, { apiVersion: "policy/v1beta1" }),
        400,
        'Eviction in version "v1beta1" cannot be handled as a Eviction: json: cannot unmarshal string into Go struct field DeleteOptions.deleteOptions.gracePeriodSeconds of type int64',
      ),
      refused(
        post(budgets, { apiVersion: "policy/v1beta1", kind: "Eviction" }),
        400,
        'Eviction in version "v1beta1" cannot be handled as a PodDisruptionBudget: converting (v1beta1.Eviction) to (policy.PodDisruptionBudget): unknown conversion',
      ),
      evict({}, { name: "p" }, { apiVersion: "policy/v1beta1" }),
    ],
  },
];

export const subresources: readonly Scenario[] = [
  ...bindings,
  ...evictions,
  {
    name: "a status changes annotations, and no generation",
    exchanges: [
      deployment,
      patch(
        "merge",
        `${deployments}/d/status`,
        { metadata: { annotations: { a: "b" } } },
        {
          has: { metadata: { generation: 1, annotations: { a: "b" } } },
        },
      ),
      patch(
        "merge",
        `${deployments}/d`,
        { metadata: { annotations: { a: "c" } } },
        { has: { metadata: { generation: 2 } } },
      ),
    ],
  },
  {
    name: "amounts that are spelled otherwise make no new generation",
    exchanges: (["1024", "1Ki", "+1Ki"] as const).map((cpu, i) => {
      const containers = [{ name: "c", image: "i", resources: { requests: { cpu } } }];
      const template = { metadata: { labels: { app: "d" } }, spec: { containers } };
      const body = { metadata: { name: "d" }, spec: { selector: { matchLabels: { app: "d" } }, template } };
      const reported = { has: { metadata: { generation: 1 }, spec: { template: { spec: { containers } } } } };
      return i === 0 ? post(deployments, body, reported) : put(`${deployments}/d`, body, reported);
    }),
  },
  {
    name: "a template that may not change may be spelled otherwise",
    exchanges: ["1024", "1Ki"].map((cpu) => {
      const containers = [{ name: "c", image: "i", resources: { requests: { cpu } } }];
      const job = { metadata: { name: "j" }, spec: { template: { spec: { restartPolicy: "Never", containers } } } };
      const jobs = "/apis/batch/v1/namespaces/default/jobs";
      return cpu === "1024" ? post(jobs, job) : patch("strategic", `${jobs}/j`, { spec: job.spec });
    }),
  },
  {
    name: "a scale has owners of its own",
    exchanges: [
      deployment,
      put(`${deployments}/d/scale?fieldManager=two`, scale(4), { has: { kind: "Scale", spec: { replicas: 4 } } }),
      owners({ manager: "two", operation: "Update", apiVersion: "apps/v1", subresource: "scale" }, { manager: "one" }),
      refused(
        patch("apply", `${deployments}/d/scale?fieldManager=three`, scale(5)),
        409,
        'Apply failed with 1 conflict: conflict with "two" with subresource "scale" using autoscaling/v1: .spec.replicas',
      ),
      patch("apply", `${deployments}/d/scale?fieldManager=three&force=true`, scale(5), {
        has: { spec: { replicas: 5 } },
      }),
      owners({ manager: "three", operation: "Apply", subresource: "scale" }, { manager: "one" }),
      refused(
        put(`${deployments}/none/scale`, scale(1)),
        400,
        "the name of the object (d) does not match the name on the URL (none)",
      ),
      refused(
        put(`${deployments}/d/scale`, scale(-1)),
        422,
        'Scale.autoscaling "d" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      ),
      refused(
        patch("apply", `${deployments}/d/scale?fieldManager=three`, { ...scale(1), spec: { nope: 1 } }),
        500,
        "failed to create typed patch object (/d; autoscaling/v1, Kind=Scale): .spec.nope: field not declared in schema",
      ),
    ],
  },
  {
    name: "the status of what is not there is not applied, whatever the body",
    exchanges: ["{}", "[", '{"apiVersion":"v9","kind":"Deployment"}'].map((body) =>
      refused(patch("apply", `${deployments}/d/status?fieldManager=one`, body), 404, 'deployments.apps "d" not found'),
    ),
  },
  {
    name: "status is written by itself, and only by itself",
    exchanges: [
      deployment,
      put(`${deployments}/d`, { ...(deployment.body as object), status: { replicas: 3 } }, { has: { status: {} } }),
      patch(
        "merge",
        `${deployments}/d/status?fieldManager=two`,
        { spec: { replicas: 7 }, status: { replicas: 3 } },
        {
          has: { spec: { replicas: 1 }, status: { replicas: 3 }, metadata: { generation: 1 } },
        },
      ),
      owners({ manager: "one" }, { manager: "two", subresource: "status" }),
    ],
  },
  {
    name: "a resize that adds, renames or reorders containers is checked as it was sent",
    exchanges: [
      post(pods, {
        metadata: { name: "p" },
        spec: { containers: ["a", "b"].map((name) => ({ name, image: "i", resources: { requests: { cpu: "1" } } })) },
      }),
      ...(
        [
          [["a", "z"], "spec.containers[1].name: Forbidden: containers may not be renamed or reordered on resize"],
          [["a", "b", "c"], "spec.containers: Forbidden: containers may not be added or removed on resize"],
        ] as const
      ).map(([names, problem]) =>
        refused(
          patch("merge", `${pods}/p/resize`, { spec: { containers: names.map((name) => ({ name })) } }),
          422,
          `Pod "p" is invalid: [${names.map((_, i) => `spec.containers[${i}].image: Required value, `).join("")}spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing, ${problem}]`,
        ),
      ),
      patch(
        "merge",
        `${pods}/p/resize`,
        {
          spec: {
            containers: [
              { name: "a", resources: { requests: { cpu: "2" } } },
              { name: "b", image: "other", resources: { requests: { cpu: "1" } } },
            ],
          },
        },
        { has: { spec: { containers: [{ image: "i", resources: { requests: { cpu: "2" } } }, { image: "i" }] } } },
      ),
    ],
  },
];
